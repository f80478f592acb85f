import type { Call } from '@qingzhou/contract/calls'
import type { StaffMember } from '#caller.ts'
import { findMember } from '#modules/staff-members/index.ts'
import { Refused } from '#refused.ts'
import { readCookie, readSecret } from './cookies.ts'
import type { Edge } from './edge.ts'

/**
 * Who of the staff is on the line, if they may make this call. What they may do is read at each
 * call, so that a role taken away counts at once.
 */
export async function staffOnTheLine(
  { services }: Edge,
  call: Call,
  known: { readonly cookie: string | undefined; readonly token: string | undefined },
): Promise<StaffMember> {
  // Addresses are written down in many places, so that no token may stand in one.
  const token = call.body === 'none' ? readCookie(known.cookie, 'staffToken') : known.token
  const secret = readSecret(known.cookie, 'staff')
  const member = token && secret ? await findMember(services, { token, secret }) : undefined
  if (!member) throw new Refused({ kind: 'not-signed-in' })
  if (!member.roles.some((role) => call.roles.includes(role))) {
    throw new Refused({ kind: 'staff-not-allowed' })
  }
  return member
}
