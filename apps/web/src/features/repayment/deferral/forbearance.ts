import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReliefReason } from '@qingzhou/contract/features/delays'
import type { repaymentShapes } from '@qingzhou/contract/features/repayment'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { repayment } from '#features/repayment/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'

export type Forbearance = Output<typeof repaymentShapes.applyForRelief>

export type ForbearanceApplication = Forbearance['applications'][number]

/** Query of the applications and the eligible loans. */
export const forbearanceQuery = queryOptions({
  queryKey: ['repayment', 'relief'],
  queryFn: async ({ signal }) => repayment.applyForRelief({ act: 'read' }, { signal, quiet: true }),
  refetchOnMount: 'always',
})

export const reasonLabels: { readonly [R in ReliefReason]: string } = {
  disaster: '自然灾害',
  epidemic: '疫情影响',
  illness: '重病或意外',
  unemployment: '失业',
  other: '其他困难',
}

/** The open application of a loan: new or returned. */
export function openApplication(
  { applications }: Forbearance,
  loanNo: string,
): ForbearanceApplication | undefined {
  return applications.find(
    ({ proof }) =>
      proof.loanNo === loanNo && (proof.state === 'toUpload' || proof.state === 'refused'),
  )
}

type ForbearanceInput = Input<typeof repaymentShapes.applyForRelief>

/** Opens or submits an application; the answer is the new state. */
export function useForbearance() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Returns whether the server accepted it. */
  async function ask(asked: ForbearanceInput): Promise<boolean> {
    setProblem(undefined)
    try {
      const relief = await repayment.applyForRelief(asked, { quiet: true })
      client.setQueryData(forbearanceQuery.queryKey, relief)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // It may have been submitted on another phone: request the state.
      await client.invalidateQueries(forbearanceQuery)
      return false
    }
  }

  return { ask, problem }
}
