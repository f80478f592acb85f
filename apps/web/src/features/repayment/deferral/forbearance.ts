import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReliefReason } from '@qingzhou/contract/delays'
import type { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Input, Output } from '@qingzhou/contract/shape'
import { repayment } from '#features/repayment/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'

export type Relief = Output<typeof repaymentShapes.applyForRelief>

export type ReliefApplication = Relief['applications'][number]

/** How things stand: what may be put forward, and what became of what was. */
export const reliefQuery = queryOptions({
  queryKey: ['repayment', 'relief'],
  queryFn: async ({ signal }) => repayment.applyForRelief({ act: 'read' }, { signal, quiet: true }),
  refetchOnMount: 'always',
})

export const reasonWords: { readonly [R in ReliefReason]: string } = {
  disaster: '自然灾害',
  epidemic: '疫情影响',
  illness: '重病或意外',
  unemployment: '失业',
  other: '其他困难',
}

/** The application of a loan that can still be filled in: one just opened, or one sent back. */
export function openApplication(
  { applications }: Relief,
  loanNo: string,
): ReliefApplication | undefined {
  return applications.find(
    ({ proof }) =>
      proof.loanNo === loanNo && (proof.state === 'toUpload' || proof.state === 'refused'),
  )
}

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
