import { queryOptions } from '@tanstack/react-query'
import { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Output } from '@qingzhou/contract/shape'
import { callsOf } from '#platform/api.ts'
import { pollDelayMs } from './poll.ts'

export const orders = callsOf('repayment', {
  confirm: repaymentShapes.confirm,
  result: repaymentShapes.result,
})

export type RepaymentResult = Output<typeof repaymentShapes.result>

/** Asked until the order is settled, soon at first and then less often. */
export function resultQuery(repaySeqNo: string) {
  return queryOptions({
    queryKey: ['repayment', 'result', repaySeqNo],
    queryFn: async ({ signal }) => orders.result({ repaySeqNo }, { signal, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'processing'
        ? pollDelayMs(state.dataUpdateCount + state.errorUpdateCount)
        : false,
    gcTime: 0,
  })
}
