import { queryOptions } from '@tanstack/react-query'
import { profileShapes } from '@qingzhou/contract/profile'
import { callsOf } from '#platform/api.ts'

const { emails } = callsOf('profile', { emails: profileShapes.emails })

/** Where something may be sent to without typing, masked. */
export const emailsQuery = queryOptions({
  queryKey: ['emails'],
  queryFn: async ({ signal }) => (await emails({}, { signal, quiet: true })).emails,
})
