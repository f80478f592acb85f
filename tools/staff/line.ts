import type { FailureCount, ListedStaff } from '@qingzhou/server/features/staff-members/index.ts'

/** One member of staff as one line, readable and searchable. */
export function lineOf({
  staffNo,
  username,
  name,
  roles,
  isActive,
  accessEndsOn,
}: ListedStaff): string {
  const until = accessEndsOn === undefined ? '' : ` until ${accessEndsOn}`
  return `${staffNo} ${username} ${name} ${roles.join(',')}${until}${isActive ? '' : ' (disabled)'}`
}

/**
 * The failed sign-ins of one member of staff in one hour; those of unknown usernames are counted
 * together.
 */
export function failureLineOf({ staffNo, hour, failures, locks }: FailureCount): string {
  const who = staffNo ?? 'unknown usernames'
  return `${hour.toISOString().slice(0, 13)}:00Z ${who}: ${failures} failed, ${locks} locked`
}
