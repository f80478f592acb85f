import { enterApp } from '#platform/session/session.ts'
import { openApplication } from '#shared/lending/application-progress.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'

/** Opens a new application when the lender allows it. */
export function useApplyAgain() {
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()

  async function applyAgain() {
    setProblem(undefined)
    try {
      await openApplication()
    } catch (error) {
      ignoreRefusal(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    // Drop cached data of the earlier application.
    client.clear()
    await enterApp().catch(ignoreRefusal)
  }

  return { applyAgain, problem }
}
