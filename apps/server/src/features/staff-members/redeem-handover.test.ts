import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { disableStaff, requireSecondFactor } from './index.ts'

const platform = generateKeyPairSync('ed25519')
const pem = platform.publicKey.export({ type: 'spki', format: 'pem' }).toString()

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({ ADMIN_PLATFORM_KEY: pem })
})
afterAll(() => product.stop())

type Claims = Readonly<Record<string, unknown>>

let tokens = 0

/** What the admin platform says of a user. */
function claimsOf(sub: string, changes: Claims = {}): Claims {
  tokens += 1
  const iat = Math.floor(product.services.now().getTime() / 1000)
  const jti = `token-of-a-test-${tokens}`
  return { iss: 'admin-platform', aud: 'qingzhou-staff', sub, jti, iat, exp: iat + 60, ...changes }
}

function tokenWith(
  claims: Claims,
  { key = platform.privateKey, head = { alg: 'EdDSA', typ: 'JWT' } }: TokenOptions = {},
): string {
  const signed = `${part(head)}.${part(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

type TokenOptions = { readonly key?: KeyObject; readonly head?: object }

const redeem = (handoverToken: string, client = product.client()) =>
  client.api.staff.redeemHandover({ handoverToken })

const invalid = { kind: 'staff-handover-invalid' } as const

describe('a hand-over by the admin platform', { timeout: 30_000 }, () => {
  it('opens a session once, of two attempts at the same time too, and is in the staff log', async () => {
    const { username, staffNo } = await newStaff(product, ['reviewer'])
    const client = product.client()
    const token = tokenWith(claimsOf(username))
    const attempts = await Promise.allSettled([redeem(token, client), redeem(token, client)])
    const [won] = attempts.filter((attempt) => attempt.status === 'fulfilled')
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    client.staffToken = won?.value.token
    expect((await client.api.staff.me({})).roles).toEqual(['reviewer'])
    await expectRefusal(redeem(token), invalid)
    const acts = await product.services.database.query<{ act: string }>(
      `SELECT act FROM staff_log WHERE actor = $1 ORDER BY log_no DESC LIMIT 1`,
      [staffNo],
    )
    expect(acts).toEqual([{ act: 'sign-in' }])
  })

  it('stands for the password only: the second factor is asked for', async () => {
    const { username } = await newStaff(product, ['admin'])
    await requireSecondFactor(product.services, username)
    const answer = await redeem(tokenWith(claimsOf(username)))
    expect(answer.token).toBeUndefined()
    expect(answer.secondFactor?.enrolment?.secret).toMatch(/^\w{16,}$/)
  })

  it('is refused with one answer when it is forged, outdated, or for an unknown or disabled member', async () => {
    const { username } = await newStaff(product, ['operator'])
    const gone = await newStaff(product, ['operator'])
    await disableStaff(product.services, gone.username)
    const other = generateKeyPairSync('ed25519').privateKey
    const now = Math.floor(product.services.now().getTime() / 1000)
    const valid = tokenWith(claimsOf(username))
    const [head = '', , signature = ''] = valid.split('.')
    const [, otherBody = ''] = tokenWith(claimsOf('admin')).split('.')
    const refused = [
      tokenWith(claimsOf(username), { key: other }),
      [head, otherBody, signature].join('.'),
      tokenWith(claimsOf(username), { head: { alg: 'none' } }),
      tokenWith(claimsOf(username), { head: { alg: 'HS256' } }),
      tokenWith(claimsOf(username, { aud: 'another-system' })),
      tokenWith(claimsOf(username, { iss: 'another-issuer' })),
      tokenWith(claimsOf(username, { iat: now - 120, exp: now - 60 })),
      tokenWith(claimsOf(username, { exp: now })),
      tokenWith(claimsOf(username, { iat: now + 90, exp: now + 120 })),
      tokenWith(claimsOf(username, { exp: now + 3_600 })),
      tokenWith(claimsOf(username, { exp: '9999999999' })),
      tokenWith(claimsOf(username, { jti: 'short' })),
      tokenWith(claimsOf(username, { jti: undefined })),
      tokenWith(claimsOf(username, { sub: 7 })),
      tokenWith(claimsOf('nobody-here')),
      tokenWith(claimsOf(gone.username)),
    ]
    for (const [at, token] of refused.entries()) {
      await expectRefusal(redeem(token, product.client(`198.51.100.${at + 1}`)), invalid)
    }
    expect(await redeem(valid)).toHaveProperty('token')
  })

  it('is refused where no admin platform is configured', async () => {
    const without = await startTestProduct()
    const { username } = await newStaff(without, ['operator'])
    const handoverToken = tokenWith(claimsOf(username))
    await expectRefusal(without.client().api.staff.redeemHandover({ handoverToken }), invalid)
    await without.stop()
  })
})
