import { randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refusalMessage } from '#http/refusals.ts'
import { findCustomer, savePassword } from '#features/onboarding/customers/customer-store.ts'
import {
  agreed,
  expectRefusal,
  latestCode,
  newPhone,
  sendCodeTo,
  signInWith,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { isAnyStatementWaiting } from '@qingzhou/platform/testing/lock-waits'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { hashPassword, isOutdated } from '@qingzhou/platform/passwords/password'
import { EVERY_NETWORK, takePasswordTry } from '@qingzhou/platform/passwords/tries-store'

const product = startProductForFile()

const password = 'Calm_Water_1'

/** Creates a customer with a password. */
async function customerWithPassword(): Promise<string> {
  const client = product.client()
  const mobile = newPhone()
  await sendCodeTo(client, mobile)
  const dynamicCode = await latestCode(product, mobile)
  const input = { by: 'code', mobile, dynamicCode, agreed, newPassword: password } as const
  await client.api.onboarding.signIn(input)
  return mobile
}

function tryPassword(client: Client, mobile: string, input: string): Promise<unknown> {
  return client.api.onboarding.signIn({ by: 'password', mobile, password: input })
}

describe('signing in by password', { timeout: 30_000 }, () => {
  it('accepts the right password', async () => {
    const mobile = await customerWithPassword()
    const answer = await tryPassword(product.client(), mobile, password)
    expect(answer).toMatchObject({ outcome: 'signedIn', isNew: false })
  })

  it('accepts the test person who has a password', async () => {
    const answer = await tryPassword(product.client(), '13900000002', 'Boat_2026')
    expect(answer).toMatchObject({ outcome: 'signedIn' })
  })

  it('returns the same error for a wrong password, an unknown phone and a phone without a password', async () => {
    const client = product.client()
    const known = await customerWithPassword()
    for (const mobile of [known, newPhone(), '13900000008']) {
      await expectRefusal(tryPassword(client, mobile, 'Wrong_Water_1'), { kind: 'password-wrong' })
    }
  })

  it('locks after five failures, also for a phone without an account', async () => {
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

  it('checks five of fifty concurrent guesses', async () => {
    const mobile = await customerWithPassword()
    const clients = Array.from({ length: 50 }, () => product.client('203.0.113.9'))
    const words = await countMessages(
      clients.map((client) => tryPassword(client, mobile, 'Wrong_Water_1')),
    )
    expect(words.get(refusalMessage({ kind: 'password-wrong' }).message)).toBe(4)
    expect(words.get(refusalMessage({ kind: 'account-locked', minutes: 30 }).message)).toBe(46)
  })

  it('stays open for the owner when a stranger fails from another network', async () => {
    const mobile = await customerWithPassword()
    const stranger = product.client()
    for (let failure = 1; failure <= 5; failure += 1) {
      await tryPassword(stranger, mobile, 'Wrong_Water_1').catch(() => {})
    }
    const locked = { kind: 'account-locked', minutes: 30 } as const
    await expectRefusal(tryPassword(stranger, mobile, password), locked)
    const answer = await tryPassword(product.client(), mobile, password)
    expect(answer).toMatchObject({ outcome: 'signedIn' })
  })

  it('locks a network for longer the second time within a day', async () => {
    const mobile = await customerWithPassword()
    const stranger = product.client()
    const lockOut = async () => {
      for (let failure = 1; failure <= 5; failure += 1) {
        await tryPassword(stranger, mobile, 'Wrong_Water_1').catch(() => {})
      }
    }
    await lockOut()
    product.advance(1_801)
    await lockOut()
    const locked = { kind: 'account-locked', minutes: 720 } as const
    await expectRefusal(tryPassword(stranger, mobile, password), locked)
  })

  it('requires an SMS code after 100 failures on all networks, except on a network the owner has used', async () => {
    const known = await customerWithPassword()
    const home = product.client()
    await tryPassword(home, known, password)
    const { database, vault } = product.services
    for (const mobile of [known, newPhone()]) {
      const passwordTry = {
        who: vault.index('phone', mobile),
        network: EVERY_NETWORK,
        failuresMax: 100,
        lockMinutes: 1_440,
        repeatedLockMinutes: 1_440,
      }
      for (let failure = 1; failure <= 100; failure += 1) {
        await takePasswordTry(database, product.services, passwordTry)
      }
      const elsewhere = tryPassword(product.client(), mobile, password)
      await expectRefusal(elsewhere, { kind: 'password-closed' })
    }
    expect(await tryPassword(home, known, password)).toMatchObject({ outcome: 'signedIn' })
    product.advance(3_601)
    expect(await signInWith(product, product.client(), known)).toEqual({ isNew: false })
  })

  it('rehashes a password whose hash is outdated', async () => {
    const mobile = await customerWithPassword()
    const { database } = product.services
    const salt = randomBytes(16)
    const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1 })
    const outdated = [
      'scrypt',
      2 ** 14,
      8,
      1,
      salt.toString('base64url'),
      key.toString('base64url'),
    ]
    const customer = await findCustomer(database, product.services, mobile)
    if (!customer) throw new Error(`no customer for phone ${mobile}`)
    await savePassword(database, { customer, passwordHash: outdated.join('$') })
    await tryPassword(product.client(), mobile, password)
    const [row] = await database.query<{ password_hash: string }>(
      'SELECT password_hash FROM customers WHERE customer_no = $1',
      [customer],
    )
    expect(isOutdated(row?.password_hash ?? '')).toBe(false)
    const answer = await tryPassword(product.client(), mobile, password)
    expect(answer).toMatchObject({ outcome: 'signedIn' })
  })

  it('resets the failure count after a successful sign-in', async () => {
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

  it('replaces the password by SMS code and ends every other session', async () => {
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

  it('refuses a password that is changed while it is being checked', async () => {
    const mobile = await customerWithPassword()
    const { database } = product.services
    const isWaiting = () => isAnyStatementWaiting(database)
    let attempt: Promise<unknown> = Promise.resolve()
    await database.inTransaction(async (tx) => {
      const customer = await findCustomer(tx, product.services, mobile)
      if (!customer) throw new Error(`no customer for phone ${mobile}`)
      await savePassword(tx, { customer, passwordHash: await hashPassword('Other_Water_2') })
      attempt = tryPassword(product.client(), mobile, password)
      attempt.catch(() => {})
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
    })
    await expectRefusal(attempt, { kind: 'password-wrong' })
  })

  it('rate limits an address that tries many phones', async () => {
    const client = product.client()
    const { limiter } = product.services
    const key = `password:ip:${client.ip}`
    for (let count = 0; count < 60; count += 1) {
      await limiter.take({ key, limit: 60, windowSeconds: 600 })
    }
    await expect(tryPassword(client, newPhone(), password)).rejects.toThrow(/操作太频繁/)
  })
})
