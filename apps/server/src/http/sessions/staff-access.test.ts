import { describe, expect, it } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { staffRoles, type StaffRole } from '@qingzhou/contract/permissions'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '@qingzhou/platform/ids'
import { changeRoles, disableStaff } from '#features/staff-members/index.ts'
import { openSession } from '#features/sessions/index.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

/**
 * The permissions of each call, written by hand to check the call table. A new call needs a row
 * here.
 */
const expected: Record<string, readonly StaffRole[]> = {
  'staff.names': ['operator', 'admin'],
  'staff.addName': ['operator', 'admin'],
  'staff.importNames': ['operator', 'admin'],
  'staff.removeName': ['operator', 'admin'],
  'staff.loansToHandle': ['operator', 'reviewer', 'admin'],
  'staff.evidence': ['operator', 'reviewer', 'admin'],
  'staff.uploadEvidence': ['operator', 'admin'],
  'staff.reviewEvidence': ['reviewer', 'admin'],
  'staff.me': ['operator', 'reviewer', 'admin', 'auditor'],
  'staff.changePassword': ['operator', 'reviewer', 'admin', 'auditor'],
  'staff.signOut': ['operator', 'reviewer', 'admin', 'auditor'],
}

const staffCalls = Object.entries<Call>(calls.staff)
  .filter(([, { access }]) => access === 'staff')
  .map(([name, call]) => [`staff.${name}`, call] as const)

const ENDED = '9998 登录已失效，请重新登录'
const NOT_ALLOWED = 'APPLOEB405 您的岗位没有这项权限'
const ACCESS_ENDED = 'APPLOEB405 您的访问期限已过，请联系管理员'
const PERMITTED = 'COMVAL0001'

const product = startProductForFile({ BODY_FORM: 'blocks' })

/**
 * The response of each call to an unknown field. Only a permitted caller gets a validation error.
 */
async function answers(client: Client): Promise<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const [name, call] of staffCalls) {
    const { code, message } = await client.send(call, { anything: 'x' })
    // Its message names the field that is wrong.
    said[name] = code === PERMITTED ? code : `${code} ${message}`
  }
  return said
}

function all(answer: string): Record<string, string> {
  return Object.fromEntries(staffCalls.map(([name]) => [name, answer]))
}

function allowedCalls(role: StaffRole): Record<string, string> {
  return Object.fromEntries(
    staffCalls.map(([name]) => [name, expected[name]?.includes(role) ? PERMITTED : NOT_ALLOWED]),
  )
}

/** The calls that the staff log records as refused to this member, oldest first. */
async function refusals({ staffNo }: TestStaff): Promise<string[]> {
  const rows = await product.services.database.query<{ about: string }>(
    `SELECT about FROM staff_log WHERE actor = $1 AND act = 'refused-call' ORDER BY log_no`,
    [staffNo],
  )
  return rows.map(({ about }) => about)
}

describe('every call of the staff area', { timeout: 60_000 }, () => {
  it('has a row here with its permitted roles', () => {
    expect(staffCalls.map(([name]) => name).toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  it('every call of the staff area is refused without a session', async () => {
    expect(await answers(product.client())).toEqual(all(ENDED))
  })

  it('every call of the staff area is refused to a borrower', async () => {
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

  it.each(staffRoles)('[6.013] is open to the role %s exactly as the table says', async (role) => {
    const { client } = await newStaff(product, [role])
    expect(await answers(client)).toEqual(allowedCalls(role))
  })

  it('is open to a member with two roles if either permits it', async () => {
    const { client } = await newStaff(product, ['operator', 'reviewer'])
    expect(await answers(client)).toEqual(all(PERMITTED))
  })

  it('applies a removed role at once, even if the session still exists', async () => {
    const { client, username } = await newStaff(product, ['admin'])
    await product.services.database.query(
      `UPDATE staff SET roles = '{reviewer}' WHERE username = $1`,
      [username],
    )
    expect(await answers(client)).toEqual(allowedCalls('reviewer'))
  })

  it('is refused after a role change until the next sign-in', async () => {
    const { client, username, password } = await newStaff(product, ['operator'])
    await changeRoles(product.services, username, { roles: ['reviewer'] })
    expect(await answers(client)).toEqual(all(ENDED))
    client.staffToken = (await client.api.staff.signIn({ username, password })).token
    expect(await answers(client)).toEqual(allowedCalls('reviewer'))
  })

  it('is refused to a disabled member, even if the session still exists', async () => {
    const { client, username } = await newStaff(product, ['admin'])
    await product.services.database.query(
      `UPDATE staff SET is_active = false WHERE username = $1`,
      [username],
    )
    expect(await answers(client)).toEqual(all(ENDED))
    const other = await newStaff(product, ['admin'])
    await disableStaff(product.services, other.username)
    expect(await answers(other.client)).toEqual(all(ENDED))
  })

  it('is refused to an auditor after the last day, and logged', async () => {
    const auditor = await newStaff(product, ['auditor'])
    const { client, username, password } = auditor
    const endsOn = (day: string) =>
      product.services.database.query(`UPDATE staff SET access_ends_on = $2 WHERE username = $1`, [
        username,
        day,
      ])
    const today = product.services.today()
    await endsOn(today)
    expect(await answers(client)).toEqual(allowedCalls('auditor'))
    expect(await product.client().api.staff.signIn({ username, password })).toHaveProperty('token')

    const logged = await refusals(auditor)
    // A large body is refused by its headers, before the member is known.
    const large = staffCalls
      .filter(([, { body }]) => body === 'hybrid')
      .map(([name]) => [name, ENDED])
    product.advance(61)
    await endsOn(addDays(product.services.today(), -1))
    expect(await answers(client)).toEqual({ ...all(ACCESS_ENDED), ...Object.fromEntries(large) })
    const isLogged = logged.length + staffCalls.length - large.length
    expect(await refusals(auditor)).toHaveLength(isLogged)
    const again = product.client().api.staff.signIn({ username, password })
    await expect(again).rejects.toThrow('用户名或密码')
  })

  it('every call of the staff area is refused after signing out', async () => {
    const { client } = await newStaff(product, ['admin'])
    const secret = String(client.cookies.get('qz_staff'))
    await client.api.staff.signOut({})
    client.cookies.set('qz_staff', secret)
    expect(await answers(client)).toEqual(all(ENDED))
  })

  it('is logged when refused, once a minute per member and call', async () => {
    const [one, other] = [await newStaff(product, ['reviewer']), await newStaff(product, ['admin'])]
    for (let count = 0; count < 3; count += 1) await answers(one.client)
    await answers(other.client)
    const refused = staffCalls.filter(([name]) => !expected[name]?.includes('reviewer'))
    expect(await refusals(one)).toEqual(refused.map(([name]) => `call=${name}`))
    expect(await refusals(other)).toEqual([])

    product.advance(61)
    await one.client.send(calls.staff.names, {})
    expect(await refusals(one)).toHaveLength(refused.length + 1)
  })

  it('[7.002] is not reachable by GET if it is a POST call', async () => {
    const { client } = await newStaff(product, ['admin'])
    for (const [, call] of staffCalls.filter(([, { method }]) => method === 'POST')) {
      const answer = await client.send({ ...call, method: 'GET', body: 'none' })
      expect(answer.status).toBe(404)
    }
  })
})

describe('a body under a session key', { timeout: 60_000 }, () => {
  const { importNames, names } = calls.staff

  it('decrypts in the staff session it was sealed for', async () => {
    const { client } = await newStaff(product, ['operator'])
    const answer = await client.send(names, { anything: 'x' }, { form: 'key' })
    expect(answer.code).toBe(PERMITTED)
  })

  it('does not decrypt in another session or with the borrower’s cookie', async () => {
    const { client } = await newStaff(product, ['operator'])
    const token = String(client.staffToken)
    const secret = String(client.cookies.get('qz_staff'))
    const odd = [
      `qz_staff=${secret}; staffToken=another`,
      `qz_staff=${secret}; token=${token}`,
      `qz_staff=${secret}; staffToken=${token}; staffToken=planted`,
    ]
    for (const cookie of odd) {
      expect(await client.send(importNames, {}, { headers: { cookie } })).toMatchObject({
        status: 400,
        message: '请求无法识别，请刷新后重试',
      })
    }
  })
})
