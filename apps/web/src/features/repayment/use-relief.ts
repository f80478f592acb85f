import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Input } from '@qingzhou/contract/shape'
import { ApiError } from '#platform/api-error.ts'
import { repayment } from './queries.ts'
import { reliefQuery } from './relief.ts'

type Asked = Input<typeof repaymentShapes.applyForRelief>

/** Opens or hands in an application; the answer is how things stand then. */
export function useRelief() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Answers whether the server took it. */
  async function ask(asked: Asked): Promise<boolean> {
    setProblem(undefined)
    try {
      const relief = await repayment.applyForRelief(asked, { quiet: true })
      client.setQueryData(reliefQuery.queryKey, relief)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // It may have been handed in all the same, here or on another phone.
      await client.invalidateQueries(reliefQuery)
      return false
    }
  }

  return { ask, problem }
}
