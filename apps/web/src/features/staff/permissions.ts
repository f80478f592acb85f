import type { Call } from '@qingzhou/contract/calls'
import type { StaffMember } from '#platform/session/staff-session.ts'

/** Whether a member of staff may make a call. The server asks the same table, and has the last word. */
export function may({ roles }: StaffMember, call: Pick<Call, 'roles'>): boolean {
  return roles.some((role) => call.roles.includes(role))
}
