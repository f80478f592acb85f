import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { customerNo } from '@qingzhou/platform/ids'
import { openSession } from '#features/sessions/index.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { changePassword, changeRoles, disableStaff, enableStaff } from './index.ts'

const product = startProductForFile()

const ENDED = '9998'
const OPEN = '0000'

async function codeFor(client: Client): Promise<string> {
  return (await client.send(calls.staff.me)).code
}

describe('a staff session', { timeout: 60_000 }, () => {
  it('is a pair: a token in the response and an HttpOnly cookie', async () => {
    const { username, password } = await newStaff(product, ['operator'])
    const answer = await product.client().send(calls.staff.signIn, { username, password })
    expect(answer.headers['set-cookie']).toMatch(
      /^qz_staff=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.body).toEqual({
      code: OPEN,
      msg: '成功',
      requestId: expect.any(String),
      data: { token: expect.stringMatching(/^[\w-]{43}$/) },
    })
  })

  it('is invalid with only one part, parts of two pairs, or swapped parts', async () => {
    const { client } = await newStaff(product, ['operator'])
    const other = await newStaff(product, ['operator'])
    const secret = String(client.cookies.get('qz_staff'))
    const token = client.staffToken

    client.cookies.set('qz_staff', String(other.client.cookies.get('qz_staff')))
    expect(await codeFor(client)).toBe(ENDED)
    client.cookies.set('qz_staff', String(token))
    client.staffToken = secret
    expect(await codeFor(client)).toBe(ENDED)
    client.staffToken = token
    client.cookies.delete('qz_staff')
    expect(await codeFor(client)).toBe(ENDED)
    client.cookies.set('qz_staff', secret)
    expect(await codeFor(client)).toBe(OPEN)
    client.staffToken = undefined
    client.cookies.delete('staffToken')
    expect(await codeFor(client)).toBe(ENDED)
  })

  it('[7.159] is found by the token in the cookies, and not by one in the URL', async () => {
    const { client } = await newStaff(product, ['operator'])
    const token = String(client.staffToken)
    expect(await codeFor(client)).toBe(OPEN)
    client.staffToken = undefined
    client.cookies.delete('staffToken')
    expect((await client.send(calls.staff.me, { token })).code).toBe(ENDED)
  })

  it('is new at every sign-in, which ends the browser’s earlier one', async () => {
    const { client, username, password } = await newStaff(product, ['operator'])
    const earlier = { token: client.staffToken, secret: String(client.cookies.get('qz_staff')) }
    client.staffToken = (await client.api.staff.signIn({ username, password })).token
    expect(client.staffToken).not.toBe(earlier.token)
    expect(await codeFor(client)).toBe(OPEN)
    client.staffToken = earlier.token
    client.cookies.set('qz_staff', earlier.secret)
    expect(await codeFor(client)).toBe(ENDED)
  })

  it('[7.160] ends on the server at sign-out', async () => {
    const { client } = await newStaff(product, ['operator'])
    const secret = String(client.cookies.get('qz_staff'))
    await client.api.staff.signOut({})
    expect(client.cookies.has('qz_staff')).toBe(false)
    client.cookies.set('qz_staff', secret)
    expect(await codeFor(client)).toBe(ENDED)
  })

  it.each([
    [
      'its roles change',
      (username: string) => changeRoles(product.services, username, { roles: ['reviewer'] }),
    ],
    [
      'its password changes',
      (username: string) =>
        changePassword(product.services, { username, password: 'Other_Water_1' }),
    ],
    ['its holder is switched off', (username: string) => disableStaff(product.services, username)],
  ])('ends on every device when %s', async (_, change) => {
    const { client, username, password } = await newStaff(product, ['operator'])
    const tablet = product.client()
    tablet.staffToken = (await tablet.api.staff.signIn({ username, password })).token
    const neighbour = await newStaff(product, ['operator'])
    await change(username)
    expect([await codeFor(client), await codeFor(tablet)]).toEqual([ENDED, ENDED])
    expect(await codeFor(neighbour.client)).toBe(OPEN)
  })

  it('stays ended when its holder is enabled again', async () => {
    const { client, username, password } = await newStaff(product, ['operator'])
    await disableStaff(product.services, username)
    await enableStaff(product.services, username)
    expect(await codeFor(client)).toBe(ENDED)
    client.staffToken = (await client.api.staff.signIn({ username, password })).token
    expect(await codeFor(client)).toBe(OPEN)
  })

  it('ends after twelve hours, even if it is used', async () => {
    const { client } = await newStaff(product, ['operator'])
    product.advance(12 * 3600 - 60)
    expect(await codeFor(client)).toBe(OPEN)
    product.advance(61)
    expect(await codeFor(client)).toBe(ENDED)
  })
})

describe('borrower and staff sessions', { timeout: 60_000 }, () => {
  it('are not interchangeable, whichever part is sent where', async () => {
    const { services } = product
    const customer = customerNo('900000000001')
    const borrower = await openSession(services.database, services, { customer, deviceId: 'd' })
    const { client } = await newStaff(product, ['admin'])
    const staff = {
      token: String(client.staffToken),
      secret: String(client.cookies.get('qz_staff')),
    }

    const asStaff = product.client()
    asStaff.staffToken = borrower.token
    asStaff.cookies.set('qz_staff', borrower.secret)
    asStaff.cookies.set('qz_session', borrower.secret)
    expect(await codeFor(asStaff)).toBe(ENDED)
    expect((await asStaff.send(calls.staff.signOut)).code).toBe(ENDED)

    const asBorrower = product.client()
    asBorrower.token = staff.token
    asBorrower.cookies.set('qz_session', staff.secret)
    asBorrower.cookies.set('qz_staff', staff.secret)
    expect((await asBorrower.send(calls.onboarding.currentUser)).code).toBe('QZ0010')
  })

  it('exist side by side in one browser', async () => {
    const { services } = product
    const customer = customerNo('900000000001')
    const { client } = await newStaff(product, ['admin'])
    const session = await openSession(services.database, services, { customer, deviceId: 'e' })
    client.token = session.token
    client.cookies.set('qz_session', session.secret)
    expect((await client.send(calls.onboarding.isOwnPhone)).code).toBe('COMVAL0001')
    expect(await codeFor(client)).toBe(OPEN)
  })
})

const NEW = 'Fresh_Water_1'
/** Of every test member. */
const OLD = { oldPassword: 'Calm_0123456789' }
const wrong = (triesLeft: number) => ({ kind: 'staff-old-password-wrong', triesLeft }) as const
const sessionOf = async ({ username, password }: Pick<TestStaff, 'username' | 'password'>) => {
  const client = product.client()
  client.staffToken = (await client.api.staff.signIn({ username, password })).token
  return client
}
const actsOf = async (staffNo: string) => {
  const rows = await product.services.database.query<{ act: string; about: string }>(
    'SELECT act, about FROM staff_log WHERE actor = $1 ORDER BY log_no',
    [staffNo],
  )
  return rows.map(({ act, about }) => `${act}${about}`)
}

describe('the own password', { timeout: 60_000 }, () => {
  it('is changed by the old one, which ends all other sessions of its owner only', async () => {
    const { client, staffNo, username, password } = await newStaff(product, ['reviewer'])
    const tablet = await sessionOf({ username, password })
    const neighbour = await newStaff(product, ['reviewer'])
    await client.api.staff.changePassword({ oldPassword: password, newPassword: NEW })
    expect([await codeFor(client), await codeFor(tablet)]).toEqual([OPEN, ENDED])
    expect(await codeFor(neighbour.client)).toBe(OPEN)
    expect((await actsOf(staffNo)).at(-1)).toBe('change-own-password')

    await expectRefusal(sessionOf({ username, password }), {
      kind: 'staff-password-wrong',
      triesLeft: 4,
    })
    expect(await codeFor(await sessionOf({ username, password: NEW }))).toBe(OPEN)
  })

  it('stays with a wrong old one, and after five the right one is refused as well', async () => {
    const { client, staffNo, username, password } = await newStaff(product, ['operator'])
    const change = (oldPassword: string) =>
      client.api.staff.changePassword({ oldPassword, newPassword: NEW })
    for (const left of [4, 3, 2, 1]) await expectRefusal(change('Wrong_Water_1'), wrong(left))
    const locked = { kind: 'staff-old-password-locked', minutes: 30 } as const
    await expectRefusal(change('Wrong_Water_1'), locked)
    await expectRefusal(change(password), locked)
    expect(
      (await actsOf(staffNo)).filter((act) => act === 'fail-change-own-password'),
    ).toHaveLength(5)
    expect(await codeFor(client)).toBe(OPEN)
    // The guesses count for the sign-in from there, too.
    const again = product.client(client.ip).api.staff.signIn({ username, password })
    await expectRefusal(again, { kind: 'staff-locked', minutes: 30 })
  })

  it('is changed once by two requests at once, and a repeated request is refused', async () => {
    const { client, password } = await newStaff(product, ['operator'])
    const change = () =>
      client.api.staff.changePassword({ oldPassword: password, newPassword: NEW })
    const results = await Promise.allSettled([change(), change()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(change()).rejects.toThrow('原密码有误')
    expect(await codeFor(client)).toBe(OPEN)
  })

  it.each([
    ['nothing', {}],
    ['no old one', { newPassword: NEW }],
    ['a short new one', { ...OLD, newPassword: 'Water_1' }],
    ['a long new one', { ...OLD, newPassword: 'Water_1 '.repeat(9) }],
    ['digits only', { ...OLD, newPassword: '12345678' }],
    ['a common one', { ...OLD, newPassword: 'Password123!' }],
    ['no text', { ...OLD, newPassword: 12_345_678 }],
    ['another member’s name', { ...OLD, newPassword: NEW, username: 'someone' }],
  ])('the own password is refused with %s', async (_, input) => {
    const { client } = await newStaff(product, ['operator'])
    expect((await client.send(calls.staff.changePassword, input)).code).toBe('COMVAL0001')
  })

  it('is refused when it equals the old one', async () => {
    const { client, password } = await newStaff(product, ['operator'])
    const same = client.api.staff.changePassword({ oldPassword: password, newPassword: password })
    await expectRefusal(same, { kind: 'staff-password-same' })
  })

  it('is not changed without a session or with the token of another member', async () => {
    const { client, username, password } = await newStaff(product, ['operator'])
    const other = await newStaff(product, ['admin'])
    const input = { oldPassword: password, newPassword: NEW }
    const stranger = product.client()
    expect((await stranger.send(calls.staff.changePassword, input)).code).toBe(ENDED)
    other.client.staffToken = client.staffToken
    expect((await other.client.send(calls.staff.changePassword, input)).code).toBe(ENDED)
    expect(await codeFor(await sessionOf({ username, password }))).toBe(OPEN)
  })
})
