import type { Call } from '@qingzhou/contract/calls'
import type { StaffMember } from '#platform/session/staff-session.ts'

/** Whether an employee may make a call. The server checks the same table. */
export function isAllowed({ roles }: StaffMember, call: Pick<Call, 'roles'>): boolean {
  return roles.some((role) => call.roles.includes(role))
}
