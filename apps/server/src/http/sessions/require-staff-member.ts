import type { StaffMember } from '@qingzhou/platform/caller'
import type { Call } from '@qingzhou/contract/calls'
import { mayDo } from '@qingzhou/contract/permissions'
import type { Refusal } from '@qingzhou/domain/refusal'
import { findMember, type FoundMember } from '#features/staff-members/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { readCookie, readSecret, type CookieSource } from './cookies.ts'
import type { HttpContext } from '#http/http-context.ts'
import type { Endpoint } from '#http/endpoints.ts'

/**
 * Returns the staff member if their roles permit this call. The roles and the end of the access are
 * read at each call, so that a change takes effect at once. Refused calls are recorded in the staff
 * log.
 */
export async function requireStaffMember(
  { services }: HttpContext,
  { call, name }: Pick<Endpoint, 'call' | 'name'>,
  known: { readonly cookies: CookieSource; readonly token: string | undefined },
): Promise<StaffMember> {
  // Addresses are logged in many places, so a GET call carries its token in a cookie.
  const token = call.body === 'none' ? readCookie(known.cookies.header, 'staffToken') : known.token
  const secret = readSecret(known.cookies, 'staff')
  const member = token && secret ? await findMember(services, { token, secret }) : undefined
  if (!member) throw new Refused({ kind: 'not-signed-in' })
  const refusal = refusalOf(member, call)
  if (refusal) {
    await recordRefusedCall(services, { member, name })
    throw new Refused(refusal)
  }
  return member
}

function refusalOf(
  member: FoundMember,
  { permission }: Pick<Call, 'permission'>,
): Refusal | undefined {
  if (member.hasAccessEnded) return { kind: 'staff-access-ended' }
  if (permission && mayDo(member, permission)) return undefined
  return { kind: 'staff-not-allowed' }
}

/**
 * Records a refused call, at most once a minute per member and call, so that a loop does not fill
 * the log.
 */
async function recordRefusedCall(
  services: HttpContext['services'],
  { member, name }: { readonly member: StaffMember } & Pick<Endpoint, 'name'>,
): Promise<void> {
  const key = `staff-refused:${member.staffNo}:${name}`
  const { ok: isFirst } = await services.limiter.take({ key, limit: 1, windowSeconds: 60 })
  if (!isFirst) return
  await recordStaffAct(services.database, services, {
    staff: member,
    act: 'refused-call',
    about: `call=${name}`,
  })
}
