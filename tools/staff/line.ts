import type { ListedStaff } from '@qingzhou/server/modules/staff-members/index.ts'

/** One member of staff as one line, for eyes and for grep. */
export function lineOf({ staffNo, username, name, roles, isActive }: ListedStaff): string {
  return `${staffNo} ${username} ${name} ${roles.join(',')}${isActive ? '' : ' (disabled)'}`
}
