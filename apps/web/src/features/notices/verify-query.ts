import { queryOptions } from '@tanstack/react-query'
import { settlementShapes } from '@qingzhou/contract/settlement'
import type { Output } from '@qingzhou/contract/shape'
import { callsOf } from '#platform/api.ts'

const { verify } = callsOf('settlement', { verify: settlementShapes.verify })

export type VerifiedCertificate = NonNullable<Output<typeof settlementShapes.verify>['certificate']>

/** What a proof says, by the code that stands on it. */
export function verifyQuery(checkCode: string | undefined) {
  return queryOptions({
    queryKey: ['verify', checkCode],
    enabled: checkCode !== undefined,
    queryFn: async ({ signal }) => verify({ checkCode: checkCode ?? '' }, { signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
  })
}
