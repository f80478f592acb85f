import { queryOptions } from '@tanstack/react-query'
import type { ReliefReason } from '@qingzhou/contract/delays'
import type { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Output } from '@qingzhou/contract/shape'
import { repayment } from './queries.ts'

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
