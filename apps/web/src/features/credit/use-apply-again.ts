import { enterApp } from '#platform/session.ts'
import { openApplication } from '#shared/application-queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { unlessTold } from '#shared/told.ts'

/** Opens another application, where the lender takes one already. */
export function useApplyAgain() {
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()

  async function applyAgain() {
    setProblem(undefined)
    try {
      await openApplication()
    } catch (error) {
      unlessTold(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    // What was asked about the earlier application says nothing about this one.
    client.clear()
    await enterApp().catch(unlessTold)
  }

  return { applyAgain, problem }
}
