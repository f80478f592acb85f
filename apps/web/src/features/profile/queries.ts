import {
  type Amendment,
  type AmendmentReason,
  profileShapes,
} from '@qingzhou/contract/features/profile'
import type { Output } from '@qingzhou/contract/wire/shape'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'

const { amend, startPhoneChange, confirmPhoneChange } = profileShapes

export const profile = callsOf('profile', { amend, startPhoneChange, confirmPhoneChange })

export type Quotas = Output<typeof amend>
export type { Amendment, AmendmentReason }

/** Query of the number of changes left. */
export function quotasQuery() {
  return queryOptions({
    queryKey: ['amendments'],
    queryFn: async ({ signal }) => profile.amend({ act: 'read' }, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

export function ownPhoneQuery() {
  return queryOptions({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => onboarding.maskedPhone({}, { signal, quiet: true }),
  })
}
