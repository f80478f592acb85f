import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  disableStaff,
  linkOidcSubject,
  requireSecondFactor,
  unlinkOidcSubject,
} from '#features/staff-members/index.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { newKey, startOidcProvider, type OidcProvider } from './testing/oidc-provider.ts'

let provider: OidcProvider
let product: TestProduct
beforeAll(async () => {
  provider = await startOidcProvider()
  product = await startTestProduct(provider.settings)
})
afterAll(async () => {
  await product.stop()
  await provider.stop()
})
beforeEach(() => provider.forge({}))

let subjects = 0
const link = ({ username }: TestStaff, subject: string) =>
  linkOidcSubject(product.services, username, {
    issuer: provider.settings['STAFF_OIDC_ISSUER'] ?? '',
    subject,
  })

async function newLinked(): Promise<{ staff: TestStaff; subject: string }> {
  subjects += 1
  const subject = `person-${subjects}`
  const staff = await newStaff(product, ['operator'])
  await link(staff, subject)
  return { staff, subject }
}

/** Signs a person in at the provider and returns to the console. */
async function comeBack(client: Client, subject: string) {
  const { address } = await client.api['console-access'].startOidc({})
  const query = await provider.signIn(address, subject)
  return { query, finish: () => client.api['console-access'].finishOidc({ query }) }
}

const failed = { kind: 'staff-oidc', state: 'failed' } as const
const unknown = { kind: 'staff-oidc', state: 'unknown' } as const

describe('sign-in by the OpenID provider', { timeout: 60_000 }, () => {
  it('opens a session of the linked member', async () => {
    const { staff, subject } = await newLinked()
    const client = product.client()
    expect(await client.api['console-access'].signInWays({})).toEqual({ hasOidc: true })
    const { finish } = await comeBack(client, subject)
    client.staffToken = (await finish()).token
    expect(await client.api['console-access'].me({})).toMatchObject({ staffNo: staff.staffNo })
  })

  it('asks for the second factor of a member who needs one', async () => {
    const { staff, subject } = await newLinked()
    await requireSecondFactor(product.services, staff.username)
    const { finish } = await comeBack(product.client(), subject)
    expect(await finish()).toMatchObject({ secondFactor: { enrolment: {} } })
  })

  it('registers nobody, and refuses disabled and unlinked members alike', async () => {
    const [disabled, unlinked] = [await newLinked(), await newLinked()]
    await disableStaff(product.services, disabled.staff.username)
    await unlinkOidcSubject(product.services, unlinked.staff.username)
    for (const subject of ['stranger', disabled.subject, unlinked.subject]) {
      await expectRefusal((await comeBack(product.client(), subject)).finish(), unknown)
    }
  })

  it('accepts an answer once, and in the browser that asked for it alone', async () => {
    const { subject } = await newLinked()
    const [own, other] = [product.client(), product.client()]
    const { query, finish } = await comeBack(own, subject)
    await expectRefusal(other.api['console-access'].finishOidc({ query }), failed)
    await other.api['console-access'].startOidc({})
    await expectRefusal(other.api['console-access'].finishOidc({ query }), failed)
    expect(await finish()).toHaveProperty('token')
    await expectRefusal(finish(), failed)
  })

  it.each([
    ['signed by another key', () => ({ key: newKey().privateKey })],
    ['not signed', () => ({ isUnsigned: true })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['of another issuer', () => ({ claims: { iss: 'http://127.0.0.1:1' } })],
    ['of another sign-in', () => ({ claims: { nonce: 'another' } })],
    ['of the past', () => ({ claims: { exp: 1_000_000_000 } })],
  ])('refuses an identity token %s', async (_, forged) => {
    const { subject } = await newLinked()
    provider.forge(forged())
    await expectRefusal((await comeBack(product.client(), subject)).finish(), failed)
  })

  it('refuses what the provider refused, and a query without its state', async () => {
    const client = product.client()
    const { address } = await client.api['console-access'].startOidc({})
    const state = new URL(address).searchParams.get('state') ?? ''
    const query = `?error=access_denied&state=${state}`
    await expectRefusal(client.api['console-access'].finishOidc({ query }), failed)
    await client.api['console-access'].startOidc({})
    await expectRefusal(client.api['console-access'].finishOidc({ query: '?code=1' }), failed)
  })
})

describe('one person of the provider', { timeout: 60_000 }, () => {
  it('is one member: a second link is refused, and the database has it once', async () => {
    const { staff, subject } = await newLinked()
    const second = await newStaff(product, ['reviewer'])
    expect(await link(second, subject)).toBe('taken')
    const copied = product.services.database.query(
      `UPDATE staff SET oidc_subject_hash = (SELECT oidc_subject_hash FROM staff WHERE staff_no = $1)
        WHERE staff_no = $2`,
      [staff.staffNo, second.staffNo],
    )
    await expect(copied).rejects.toThrow('staff_oidc_subject_key')
  })

  it('is linked to one member by two administrators at once', async () => {
    const [first, second] = [
      await newStaff(product, ['operator']),
      await newStaff(product, ['reviewer']),
    ]
    const links = [first, second].map((member) => link(member, 'raced'))
    const results = await Promise.all(links)
    expect(results.filter((result) => result === 'taken')).toHaveLength(1)
  })
})

it('without a provider, or while it is down, only a password signs in', async () => {
  const without = await startTestProduct()
  const down = await startTestProduct({
    ...provider.settings,
    STAFF_SIGN_IN: 'openid',
    STAFF_OIDC_ISSUER: 'http://127.0.0.1:9',
  })
  try {
    const unavailable = { kind: 'staff-oidc', state: 'unavailable' } as const
    expect(await without.client().api['console-access'].signInWays({})).toEqual({ hasOidc: false })
    await expectRefusal(without.client().api['console-access'].startOidc({}), unavailable)
    await expectRefusal(down.client().api['console-access'].startOidc({}), unavailable)
  } finally {
    await without.stop()
    await down.stop()
  }
}, 60_000)
