import type { StaffMember } from '#platform/session/staff-session.ts'

const NO_ROLES = 'getInfo: roles must be a non-null array !'

/** An employee without a role gets an explanation instead of an empty page. */
export function staffMember(member: StaffMember): StaffMember {
  if (member.roles.length === 0) throw new Error(NO_ROLES)
  return member
}
