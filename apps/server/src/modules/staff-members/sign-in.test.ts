import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsFor } from '#edge/refusals.ts'
import { expectRefusal, wordsOf } from '#modules/onboarding/testing/visitor.ts'
import { hashPassword } from '#passwords/password.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { changePassword, disableStaff } from './index.ts'
import { updateStaff } from './staff-store.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

const WRONG = 'Wrong_Water_1'
const locked = { kind: 'staff-locked', minutes: 30 } as const
const wrong = (triesLeft: number) => ({ kind: 'staff-password-wrong', triesLeft }) as const

type Given = { readonly username: string; readonly password: string }

function tryIn({ username, password }: Given, client: Client = product.client()) {
  return client.api.staff.signIn({ username, password })
}

async function newestActs(count: number): Promise<unknown[]> {
  return product.services.database.query(
    `SELECT actor, act, about FROM staff_log ORDER BY log_no DESC LIMIT $1`,
    [count],
  )
}

describe('signing in as staff', { timeout: 60_000 }, () => {
  it('takes the right password, by either call, however the phone wrote the username', async () => {
    const staff = await newStaff(product, ['operator', 'reviewer'])
    const client = product.client()
    const typed = { username: `${staff.username.toUpperCase()} `, password: staff.password }
    client.staffToken = (await client.api.staff.openLoanArea(typed)).token
    expect(await client.api.staff.me({})).toEqual({
      name: '余舟',
      avatar: '',
      roles: ['operator', 'reviewer'],
    })
    expect(await newestActs(1)).toEqual([{ actor: staff.staffNo, act: 'sign-in', about: '' }])
  })

  it('says the same to a wrong password, a username nobody has and one switched off', async () => {
    const known = await newStaff(product, ['operator'])
    const gone = await newStaff(product, ['operator'])
    await disableStaff(product.services, gone.username)
    const tries = [
      { username: known.username, password: WRONG },
      { username: 'nobody-at-all', password: WRONG },
      { username: '不存在', password: WRONG },
      gone,
    ]
    for (const given of tries) await expectRefusal(tryIn(given), wrong(4))
  })

  it('writes down a failure with the number it was tried on, and never what was typed', async () => {
    const { username, staffNo } = await newStaff(product, ['operator'])
    await expectRefusal(tryIn({ username, password: WRONG }), wrong(4))
    await expectRefusal(tryIn({ username: 'My_Secret_77', password: WRONG }), wrong(4))
    expect(await newestActs(2)).toEqual([
      { actor: 'nobody', act: 'fail-sign-in', about: '' },
      { actor: 'nobody', act: 'fail-sign-in', about: `staff=${staffNo}` },
    ])
  })

  it('locks after five failures, a username nobody has just the same, and opens by itself', async () => {
    const staff = await newStaff(product, ['reviewer'])
    for (const { username, password } of [
      staff,
      { username: 'not-here', password: 'Right_1234' },
    ]) {
      for (const left of [4, 3, 2, 1]) {
        await expectRefusal(tryIn({ username, password: WRONG }), wrong(left))
      }
      await expectRefusal(tryIn({ username, password: WRONG }), locked)
      expect(await newestActs(1)).toMatchObject([{ act: 'lock-sign-in' }])
      await expectRefusal(tryIn({ username, password }), locked)
    }
    product.advance(1_801)
    expect(await tryIn(staff)).toHaveProperty('token')
  })

  it('looks at five out of fifty guesses at once', async () => {
    const { username } = await newStaff(product, ['admin'])
    const guesses = Array.from({ length: 50 }, () => tryIn({ username, password: WRONG }))
    const words = await wordsOf(guesses)
    expect([4, 3, 2, 1].map((left) => words.get(wordsFor(wrong(left)).message))).toEqual([
      1, 1, 1, 1,
    ])
    expect(words.get(wordsFor(locked).message)).toBe(46)
    const [counted] = await product.services.database.query<{ looks: bigint }>(
      `SELECT count(*) AS looks FROM staff_log
        WHERE about = (SELECT 'staff=' || staff_no FROM staff WHERE username = $1)
          AND act IN ('fail-sign-in', 'lock-sign-in')`,
      [username],
    )
    expect(counted?.looks).toBe(5n)
  })

  it('forgets failures after a success', async () => {
    const staff = await newStaff(product, ['operator'])
    for (let round = 0; round < 2; round += 1) {
      for (const left of [4, 3]) {
        await expectRefusal(tryIn({ ...staff, password: WRONG }), wrong(left))
      }
      expect(await tryIn(staff)).toHaveProperty('token')
    }
  })

  it('opens a lock with a new password, and the old one is wrong from then on', async () => {
    const staff = await newStaff(product, ['operator'])
    for (let failure = 1; failure <= 5; failure += 1) {
      await tryIn({ ...staff, password: WRONG }).catch(() => {})
    }
    await expectRefusal(tryIn(staff), locked)
    const changed = { username: staff.username, password: 'Other_Water_2' }
    expect(await changePassword(product.services, changed)).toBe(staff.staffNo)
    expect(await tryIn(changed)).toHaveProperty('token')
    await expectRefusal(tryIn(staff), wrong(4))
  })

  it('takes no password that is changed while it is looked at', async () => {
    const staff = await newStaff(product, ['operator'])
    const { database } = product.services
    const isAnybodyWaiting = async () => {
      const rows = await database.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE NOT granted`,
      )
      return rows.length > 0
    }
    const passwordHash = await hashPassword('Other_Water_3')
    let attempt: Promise<unknown> = Promise.resolve()
    await database.inTransaction(async (tx) => {
      await updateStaff(tx, product.services, staff.username, { passwordHash })
      attempt = tryIn(staff)
      attempt.catch(() => {})
      await expect.poll(isAnybodyWaiting, { timeout: 10_000 }).toBe(true)
    })
    await expectRefusal(attempt, wrong(4))
  })

  it('refuses one address that tries many usernames', async () => {
    const ip = '198.51.100.77'
    const allowance = { key: `staff:ip:${ip}`, limit: 60, windowSeconds: 600 }
    for (let count = 0; count < 60; count += 1) await product.services.limiter.take(allowance)
    const attempt = tryIn({ username: 'anybody', password: WRONG }, product.client(ip))
    await expect(attempt).rejects.toThrow(/操作太频繁/)
  })
})
