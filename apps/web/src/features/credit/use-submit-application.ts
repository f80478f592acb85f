import { creditShapes } from '@qingzhou/contract/credit'
import { codes } from '@qingzhou/contract/codes'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { callsOf } from '#platform/api.ts'
import { enterApp } from '#platform/session.ts'
import { unlessTold } from '#shared/told.ts'
import type { Signing } from '#shared/use-signing.ts'

const { submit } = callsOf('credit', { submit: creditShapes.submit })

/** Sends the application with what was agreed to, and goes on to the review. */
export function useSubmitApplication(signing: Signing, onOutdated: () => Promise<unknown>) {
  const [problem, setProblem] = useState<string>()

  async function submitApplication() {
    if (!signing.check()) return
    setProblem(undefined)
    try {
      await submit({ agreed: signing.agreed }, { quiet: true })
    } catch (error) {
      unlessTold(error)
      if (!(error instanceof ApiError)) return
      setProblem(error.message)
      // An agreement may have changed since it was read: the new text has to be ticked anew.
      if (error.code === codes.invalidField) await onOutdated()
      return
    }
    await enterApp().catch(unlessTold)
  }

  return { submitApplication, problem }
}
