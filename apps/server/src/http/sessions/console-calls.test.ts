import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Call } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import { mayDo, rolePermissions, staffRoles } from '@qingzhou/contract/permissions'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '@qingzhou/platform/ids'
import { openSession } from '#features/sessions/index.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

const consoleCalls = Object.entries(allCalls).flatMap(([feature, rows]) =>
  Object.entries<Call>(rows).flatMap(([name, call]) =>
    call.path.startsWith('/console-api/') ? [{ name: `${feature}.${name}`, call }] : [],
  ),
)
const forStaff = consoleCalls.filter(({ call }) => call.access === 'staff')

const ENDED = '9998'
const PERMITTED = 'COMVAL0001'
const NOT_ALLOWED = 'APPLOEB405 您的岗位没有这项权限'
const ACCESS_ENDED = 'APPLOEB405 您的访问期限已过，请联系管理员'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

/** The answer of each call to an unknown field: a permitted caller learns that it is wrong. */
async function answers(client: Client): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const { name, call } of forStaff) {
    const { code, message } = await client.send(call, { anything: 'x' })
    all[name] = code === PERMITTED || code === ENDED ? code : `${code} ${message}`
  }
  return all
}

function all(answer: string): Record<string, string> {
  return Object.fromEntries(forStaff.map(({ name }) => [name, answer]))
}

async function refusalsOf(staffNo: string): Promise<string[]> {
  const rows = await product.services.database.query<{ about: string }>(
    `SELECT about FROM staff_log WHERE actor = $1 AND act = 'refused-call' ORDER BY log_no`,
    [staffNo],
  )
  return rows.map(({ about }) => about)
}

describe('every call of the console', { timeout: 120_000 }, () => {
  it('names a permission, except those of the sign-in', () => {
    const open = consoleCalls.filter(({ call }) => call.permission === undefined)
    expect(open.map(({ name, call }) => [name, call.access])).toEqual(
      [
        'signInWays',
        'signIn',
        'confirmSecondFactor',
        'choosePassword',
        'startOidc',
        'finishOidc',
      ].map((name) => [`console-access.${name}`, 'public']),
    )
  })

  it.each(staffRoles)(
    'is open to the role %s by its permissions, refused ones are logged',
    async (role) => {
      const { client, staffNo } = await newStaff(product, [role])
      const expected = forStaff.map(({ name, call }) => {
        const isAllowed = call.permission !== undefined && mayDo({ roles: [role] }, call.permission)
        return [name, isAllowed ? PERMITTED : NOT_ALLOWED] as const
      })
      expect(await answers(client)).toEqual(Object.fromEntries(expected))
      const refused = expected.filter(([, answer]) => answer === NOT_ALLOWED)
      expect(await refusalsOf(staffNo)).toEqual(refused.map(([name]) => `call=${name}`))
    },
  )

  it('is refused to nobody', async () => {
    expect(await answers(product.client())).toEqual(all(ENDED))
  })

  it('is refused to a borrower', async () => {
    const { services } = product
    const customer = customerNo('900000000001')
    const pair = await openSession(services.database, services, { customer, deviceId: 'd' })
    const client = product.client()
    client.token = pair.token
    client.staffToken = pair.token
    client.cookies.set('qz_session', pair.secret)
    client.cookies.set('qz_staff', pair.secret)
    expect(await answers(client)).toEqual(all(ENDED))
  })

  it('is refused to an auditor after the last day, and logged', async () => {
    const { client, staffNo } = await newStaff(product, ['auditor'])
    await product.services.database.query(
      `UPDATE staff SET access_ends_on = $2 WHERE staff_no = $1`,
      [staffNo, addDays(product.services.today(), -1)],
    )
    expect(await answers(client)).toEqual(all(ACCESS_ENDED))
    expect(await refusalsOf(staffNo)).toEqual(forStaff.map(({ name }) => `call=${name}`))
  })
})

describe('the table of roles', () => {
  it('gives an auditor what reads, and the own session', () => {
    const others = rolePermissions.auditor.filter((permission) => !permission.endsWith(':read'))
    expect(others).toEqual(['session:own'])
  })

  it('separates who proposes and acts from who approves and decides, except for an admin', () => {
    expect(staffRoles.filter((role) => mayDo({ roles: [role] }, 'proposals:approve'))).toEqual([
      'reviewer',
      'admin',
    ])
    expect(staffRoles.filter((role) => mayDo({ roles: [role] }, 'exceptions:act'))).toEqual([
      'operator',
      'admin',
    ])
    expect(staffRoles.filter((role) => mayDo({ roles: [role] }, 'staff:manage'))).toEqual(['admin'])
    expect(staffRoles.filter((role) => mayDo({ roles: [role] }, 'log:read'))).toEqual([
      'admin',
      'auditor',
    ])
    expect(staffRoles.filter((role) => mayDo({ roles: [role] }, 'customers:unmask'))).toEqual([
      'operator',
      'reviewer',
      'admin',
    ])
  })
})
