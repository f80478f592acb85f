import { codes } from '@qingzhou/contract/codes'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { go } from '#platform/navigation.ts'
import { stepQuery } from './queries.ts'

/** How far it has come. Who has no limit is shown so, where limits are listed. */
export function useCancellationStep() {
  const step = useQuery(stepQuery)
  const hasNoLimit = step.error instanceof ApiError && step.error.code === codes.accountState
  useEffect(() => {
    if (hasNoLimit) void go(routes['limit-cancellation'].cancellableLimits, { replace: true })
  }, [hasNoLimit])
  return step
}
