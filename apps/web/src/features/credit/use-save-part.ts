import type { profileShapes } from '@qingzhou/contract/profile'
import type { Input } from '@qingzhou/contract/shape'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { enterApp } from '#platform/session.ts'
import { unlessTold } from '#shared/told.ts'
import { profile } from './profile-queries.ts'

type Part = Extract<Input<typeof profileShapes.save>, { readonly part: 'basic' | 'company' }>

/** Saves a whole form and goes on to where the application is. */
export function useSavePart(onSaved: () => void) {
  const [problem, setProblem] = useState<string>()

  async function savePart(part: Part) {
    setProblem(undefined)
    try {
      await profile.save(part, { quiet: true })
    } catch (error) {
      unlessTold(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    onSaved()
    await enterApp().catch(unlessTold)
  }

  return { savePart, problem }
}
