import { type DetailPart, profileShapes } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'

const { amend, read } = profileShapes

const profile = callsOf('profile', { amend, read })

export const amendAccount = profile.amend

export type Quotas = Output<typeof amend>

/** A change of contact or work details after submission, without its SMS code. */
export type DetailChange = Omit<
  Exclude<Input<typeof amend>, { act: 'read' | 'change' }>,
  'dynamicCode'
>

/** Query of the number of changes left. */
export function quotasQuery() {
  return queryOptions({
    queryKey: ['amendments'],
    queryFn: async ({ signal }) => profile.amend({ act: 'read' }, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

export function quotaOf(part: DetailPart, { details, changesMax }: Quotas) {
  const { count = 0, opensOn } = details.find((one) => one.part === part) ?? {}
  return { left: Math.max(0, changesMax - count), count, opensOn }
}

/** Query of the saved data, masked. */
export function maskedProfileQuery() {
  return queryOptions({
    queryKey: ['profile', 'masked'],
    queryFn: async ({ signal }) => profile.read({ masked: true }, { signal, quiet: true }),
    gcTime: 0,
  })
}

export function ownPhoneQuery() {
  return queryOptions({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => onboarding.maskedPhone({}, { signal, quiet: true }),
  })
}
