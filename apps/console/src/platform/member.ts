import { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import type { Permission } from '@qingzhou/contract/permissions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callsOf } from './client.ts'

const { me, signOut } = consoleAccessShapes
const memberCalls = callsOf('console-access', { me, signOut })

/** Who is signed in. Refused with `session-ended` when no member is. */
export const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => memberCalls.me({}, signal),
})

/** Whether the member may do this. False until it is known. */
export function useMay(permission: Permission): boolean {
  return useQuery(memberQuery).data?.permissions.includes(permission) ?? false
}

/** Ends the session here and in the staff area, and leaves nothing of it in the page. */
export async function endSession(): Promise<void> {
  await memberCalls.signOut({})
  window.location.reload()
}
