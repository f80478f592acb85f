import { identityShapes } from '@qingzhou/contract/identity'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { callsOf } from '#platform/api.ts'
import { enterApp } from '#platform/session.ts'
import { cardIn, checkCard } from '#shared/id-card-fields.ts'
import type { IdCardForm } from '#shared/id-card-fields.ts'
import { unlessTold } from '#shared/told.ts'

const { saveIdCard } = callsOf('identity', { saveIdCard: identityShapes.saveIdCard })

/** Sends what stands on the card, as read and put right, and goes on. */
export function useSaveIdCard(form: IdCardForm) {
  const [problem, setProblem] = useState<string>()

  async function save() {
    if (!checkCard(form)) return
    setProblem(undefined)
    try {
      await saveIdCard(cardIn(form.values), { quiet: true })
    } catch (error) {
      unlessTold(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    form.forget()
    await enterApp().catch(unlessTold)
  }

  return { save, problem }
}
