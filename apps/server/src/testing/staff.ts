import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { openStaffSession } from '#features/staff-members/sign-in.ts'
import { insertStaff } from '#features/staff-members/staff-store.ts'
import type { Caller } from '@qingzhou/platform/caller'
import { hashPassword } from '@qingzhou/platform/passwords/password'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Client } from './client.ts'
import type { TestProduct } from './product.ts'

export type TestStaff = {
  readonly client: Client
  readonly staffNo: string
  readonly username: string
  readonly password: string
}

/** All test staff have the same password: its hash takes a third of a second of a core. */
const PASSWORD = 'Calm_0123456789'
let hash: Promise<string> | undefined

/** Creates a member of staff with an open session in a new browser; other tests cover the sign-in. */
export async function newStaff(
  product: TestProduct,
  roles: readonly StaffRole[],
  { phone }: { readonly phone?: string } = {},
): Promise<TestStaff> {
  const { services } = product
  const username = `t${randomBytes(6).toString('hex')}`
  const isAuditor = roles.includes('auditor')
  const accessEndsOn = isAuditor ? addDays(services.today(), 30) : undefined
  const passwordHash = await (hash ??= hashPassword(PASSWORD))
  const client = product.client()
  const staffNo = await services.database.inTransaction(async (tx) => {
    const member = { username, name: '余舟', avatar: '', roles, accessEndsOn, passwordHash, phone }
    const inserted = await insertStaff(tx, services, { ...member, createdAt: services.now() })
    if (inserted === undefined) throw new Error(`username ${username} is taken`)
    const about = `staff=${inserted} roles=${roles.join(',')}`
    await recordStaffAct(tx, services, { staff: 'command', act: 'add-staff', about })
    return inserted
  })
  const staff = { client, staffNo, username, password: PASSWORD }
  await openSession(product, staff)
  return staff
}

/** Opens a session for a member of staff, as the sign-in does. */
export async function openSession(
  { services }: Pick<TestProduct, 'services'>,
  { client, staffNo, username }: TestStaff,
): Promise<void> {
  const { token, secret } = await services.database.inTransaction((tx) =>
    openStaffSession(tx, services, { caller: callerAt(client.ip), staffNo, username }),
  )
  // As the server names it over https.
  const prefix = services.mode === 'production' ? '__Host-' : ''
  client.cookies.set(`${prefix}qz_staff`, secret)
  client.staffToken = token
}

function callerAt(ip: string): Caller {
  return {
    ip,
    requestId: 'request',
    userAgent: 'test',
    deviceId: 'device-of-a-test',
    deviceKeys: {},
    subChannel: undefined,
    applyNo: undefined,
    channel: '000000000004',
    linkChannel: '000000000004',
    uriId: undefined,
    session: undefined,
    readSecret: () => undefined,
    setSecretCookie: () => {},
  }
}
