import { randomInt } from 'node:crypto'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { addStaff, listStaff } from '@qingzhou/server/features/staff-members/index.ts'
import type { Services } from '@qingzhou/server/services.ts'

export type SeededStaff = {
  readonly username: string
  readonly role: StaffRole
  /** Printed once, when it is created; only its hash is stored. */
  readonly password: string
}

const testStaff = [
  { username: 'caozuo', name: '林舟', role: 'operator' },
  { username: 'shenhe', name: '沈澜', role: 'reviewer' },
  { username: 'guanli', name: '顾江', role: 'admin' },
] as const

/** Adds one staff member per role, in sandbox mode only. Returns the new ones. */
export async function seedStaff(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'mode'>,
): Promise<SeededStaff[]> {
  if (services.mode !== 'sandbox') return []
  const known = new Set(
    (await listStaff(services.database, services)).map(({ username }) => username),
  )
  const missing = testStaff.filter((one) => !known.has(one.username))
  // Together, because each waits for the hash of its password.
  const seeded = await Promise.all(
    missing.map(async ({ username, name, role }) => {
      const password = newPassword()
      const staffNo = await addStaff(services, { username, name, roles: [role], password })
      // Undefined if another server that started at the same time has added this member.
      return staffNo === undefined ? [] : [{ username, role, password }]
    }),
  )
  return seeded.flat()
}

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const CHARACTERS = `${LETTERS}23456789`
const PASSWORD_LENGTH = 12

function newPassword(): string {
  const rest = Array.from({ length: PASSWORD_LENGTH - 1 }, () => oneOf(CHARACTERS))
  return [oneOf(LETTERS), ...rest].join('')
}

function oneOf(characters: string): string {
  return characters.charAt(randomInt(characters.length))
}

/** The lines to print for new staff members. */
export function newStaffLines(seeded: readonly SeededStaff[]): string[] {
  if (seeded.length === 0) return []
  return [
    '                  passwords, shown this once; npm run staff -- password <username> sets another',
    ...seeded.map(
      ({ username, role, password }) =>
        `                  ${username.padEnd(8)} ${password}  (${role})`,
    ),
  ]
}
