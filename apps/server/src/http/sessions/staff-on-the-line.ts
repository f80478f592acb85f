import type { StaffMember } from '#platform/caller.ts'
import { findMember } from '#features/staff-members/index.ts'
import { Refused } from '#platform/refused.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { readCookie, readSecret, type CookieSource } from './cookies.ts'
import type { Edge } from '#http/http-context.ts'
import type { Endpoint } from '#http/endpoints.ts'

/**
 * Who of the staff is on the line, if they may make this call. What they may do is read at each
 * call, so that a role taken away counts at once. Who tries what their roles don't let them is written down.
 */
export async function staffOnTheLine(
  { services }: Edge,
  { call, name }: Pick<Endpoint, 'call' | 'name'>,
  known: { readonly cookies: CookieSource; readonly token: string | undefined },
): Promise<StaffMember> {
  // Addresses are written down in many places, so that no token may stand in one.
  const token = call.body === 'none' ? readCookie(known.cookies.header, 'staffToken') : known.token
  const secret = readSecret(known.cookies, 'staff')
  const member = token && secret ? await findMember(services, { token, secret }) : undefined
  if (!member) throw new Refused({ kind: 'not-signed-in' })
  if (!member.roles.some((role) => call.roles.includes(role))) {
    await noteRefused(services, { member, name })
    throw new Refused({ kind: 'staff-not-allowed' })
  }
  return member
}

/** Once a minute for a member of staff and a call: whoever asks in a loop does not fill the log. */
async function noteRefused(
  services: Edge['services'],
  { member, name }: { readonly member: StaffMember } & Pick<Endpoint, 'name'>,
): Promise<void> {
  const key = `staff-refused:${member.staffNo}:${name}`
  const { ok: isFirst } = await services.limiter.take({ key, limit: 1, windowSeconds: 60 })
  if (!isFirst) return
  await noteStaffAct(services.database, services, {
    staff: member,
    act: 'refused-call',
    about: `call=${name}`,
  })
}
