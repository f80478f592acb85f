import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { customerNo } from '#platform/customer-no.ts'
import { openSession } from '#features/sessions/index.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { changePassword, changeRoles, disableStaff, enableStaff } from './index.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

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

  it('is not found by a token in the URL', async () => {
    const { client } = await newStaff(product, ['operator'])
    const token = String(client.staffToken)
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

  it('ends on the server at sign-out', async () => {
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
      (username: string) => changeRoles(product.services, username, ['reviewer']),
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
