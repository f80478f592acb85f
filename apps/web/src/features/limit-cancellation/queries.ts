import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codes } from '@qingzhou/contract/codes'
import {
  limitCancellationShapes,
  type CancellableLimit,
  type CancellationReason,
} from '@qingzhou/contract/features/limit-cancellation'
import type { Output } from '@qingzhou/contract/wire/shape'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { go } from '#platform/navigation/navigation.ts'

export const cancellation = callsOf('limit-cancellation', limitCancellationShapes)

export type CancellationStep = Output<typeof limitCancellationShapes.currentStep>

export type CancelAnswer = Output<typeof limitCancellationShapes.cancel>

export const limitsQuery = queryOptions({
  queryKey: ['limit-cancellation', 'limits'],
  queryFn: async ({ signal }) => cancellation.limits({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** Query of the state of the cancellation, from any phone. */
export const stepQuery = queryOptions({
  queryKey: ['limit-cancellation', 'step'],
  queryFn: async ({ signal }) => cancellation.currentStep({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** The state of the cancellation. Without a limit, the list of limits opens. */
export function useCancellationStep() {
  const step = useQuery(stepQuery)
  const hasNoLimit = step.error instanceof ApiError && step.error.code === codes.accountState
  useEffect(() => {
    if (hasNoLimit) void go(routes['limit-cancellation'].cancellableLimits, { replace: true })
  }, [hasNoLimit])
  return step
}

export const reasonLabels: Readonly<Record<CancellationReason, string>> = {
  noNeed: '暂时不需要借款',
  tooExpensive: '利率偏高',
  limitTooLow: '额度不够用',
  privacy: '担心个人信息安全',
  badService: '对服务不满意',
  other: '其他原因',
}

export const limitStates = {
  open: { tone: 'fine', words: '正常' },
  frozen: { tone: 'overdue', words: '已冻结' },
  expired: { tone: 'soon', words: '已到期' },
  cancelled: { tone: 'plain', words: '已注销' },
} as const satisfies Record<CancellableLimit['state'], { tone: string; words: string }>
