import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsFor } from '#edge/refusals.ts'
import { findCustomer, savePassword } from '#modules/onboarding/customers/customer-store.ts'
import {
  addressOf,
  agreed,
  expectRefusal,
  latestCode,
  newPhone,
  sendCodeTo,
  signInWith,
  wordsOf,
} from '#modules/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { hashPassword } from '#passwords/password.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

const password = 'Calm_Water_1'

/** A customer who has set a password. */
async function customerWithPassword(): Promise<string> {
  const client = product.client()
  const mobile = newPhone()
  await sendCodeTo(client, mobile)
  const dynamicCode = await latestCode(product, mobile)
  const given = { by: 'code', mobile, dynamicCode, agreed, newPassword: password } as const
  await client.api.onboarding.signIn(given)
  return mobile
}

function tryPassword(client: Client, mobile: string, given: string): Promise<unknown> {
  return client.api.onboarding.signIn({ by: 'password', mobile, password: given })
}

describe('signing in by password', { timeout: 30_000 }, () => {
  it('takes the right one', async () => {
    const mobile = await customerWithPassword()
    const answer = await tryPassword(product.client(), mobile, password)
    expect(answer).toMatchObject({ outcome: 'signedIn', isNew: false })
  })

  it('knows the test person with a password', async () => {
    const answer = await tryPassword(product.client(), '13900000002', 'Boat_2026')
    expect(answer).toMatchObject({ outcome: 'signedIn' })
  })

  it('says the same to a wrong one, an unknown phone and a phone without a password', async () => {
    const client = product.client()
    const known = await customerWithPassword()
    for (const mobile of [known, newPhone(), '13900000008']) {
      await expectRefusal(tryPassword(client, mobile, 'Wrong_Water_1'), { kind: 'password-wrong' })
    }
  })

  it('locks after five failures, a phone nobody has just the same', async () => {
    const known = await customerWithPassword()
    for (const mobile of [known, newPhone()]) {
      const client = product.client()
      for (let failure = 1; failure <= 4; failure += 1) {
        await expectRefusal(tryPassword(client, mobile, 'Wrong_Water_1'), {
          kind: 'password-wrong',
        })
      }
      const locked = { kind: 'account-locked', minutes: 30 } as const
      await expectRefusal(tryPassword(client, mobile, 'Wrong_Water_1'), locked)
      await expectRefusal(tryPassword(client, mobile, password), locked)
    }
    product.advance(1_801)
    expect(await tryPassword(product.client(), known, password)).toMatchObject({
      outcome: 'signedIn',
    })
  })

  it('looks at five out of fifty guesses at once', async () => {
    const mobile = await customerWithPassword()
    const clients = Array.from({ length: 50 }, () => product.client())
    const words = await wordsOf(
      clients.map((client) => tryPassword(client, mobile, 'Wrong_Water_1')),
    )
    expect(words.get(wordsFor({ kind: 'password-wrong' }).message)).toBe(4)
    expect(words.get(wordsFor({ kind: 'account-locked', minutes: 30 }).message)).toBe(46)
  })

  it('forgets failures after a success', async () => {
    const client = product.client()
    const mobile = await customerWithPassword()
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 1; failure <= 4; failure += 1) {
        await expectRefusal(tryPassword(client, mobile, 'Wrong_Water_1'), {
          kind: 'password-wrong',
        })
      }
      expect(await tryPassword(client, mobile, password)).toMatchObject({ outcome: 'signedIn' })
    }
  })

  it('opens a lock by a code with a new password, and ends every other session', async () => {
    const mobile = await customerWithPassword()
    product.advance(3_601)
    const thief = product.client()
    await signInWith(product, thief, mobile)
    for (let failure = 1; failure <= 4; failure += 1) {
      await expectRefusal(tryPassword(thief, mobile, 'Wrong_Water_1'), { kind: 'password-wrong' })
    }

    product.advance(3_601)
    const owner = product.client()
    await sendCodeTo(owner, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const newPassword = 'New_Water_2'
    await owner.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed: [], newPassword })
    await expectRefusal(thief.api.onboarding.currentUser({}), { kind: 'not-signed-in' })
    await expectRefusal(tryPassword(owner, mobile, password), { kind: 'password-wrong' })
    expect(await tryPassword(owner, mobile, newPassword)).toMatchObject({ outcome: 'signedIn' })
  })

  it('takes no password that is changed while it is looked at', async () => {
    const mobile = await customerWithPassword()
    const { database } = product.services
    const isAnybodyWaiting = async () => {
      const rows = await database.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE NOT granted`,
      )
      return rows.length > 0
    }
    let attempt: Promise<unknown> = Promise.resolve()
    await database.inTransaction(async (tx) => {
      const customer = await findCustomer(tx, product.services, mobile)
      if (!customer) throw new Error('a customer who has set a password is known')
      await savePassword(tx, { customer, passwordHash: await hashPassword('Other_Water_2') })
      attempt = tryPassword(product.client(), mobile, password)
      attempt.catch(() => {})
      await expect.poll(isAnybodyWaiting, { timeout: 10_000 }).toBe(true)
    })
    await expectRefusal(attempt, { kind: 'password-wrong' })
  })

  it('refuses one address that tries many phones', async () => {
    const client = product.client()
    const { limiter } = product.services
    const key = `password:ip:${addressOf(client)}`
    for (let count = 0; count < 60; count += 1) {
      await limiter.take({ key, limit: 60, windowSeconds: 600 })
    }
    await expect(tryPassword(client, newPhone(), password)).rejects.toThrow(/操作太频繁/)
  })
})
