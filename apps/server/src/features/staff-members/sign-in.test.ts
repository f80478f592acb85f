import { randomBytes, scryptSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusalMessage } from '#http/refusals.ts'
import { expectRefusal, countMessages } from '#features/onboarding/testing/visitor.ts'
import { hashPassword, isOutdated } from '@qingzhou/platform/passwords/password'
import { EVERY_NETWORK, takePasswordTry } from '@qingzhou/platform/passwords/tries-store'
import { isAnyStatementWaiting } from '@qingzhou/platform/testing/lock-waits'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { triesIndex } from './find-member.ts'
import { changePassword, disableStaff, listFailures, unlockStaff } from './index.ts'
import { updateStaff } from './staff-store.ts'

const product = startProductForFile()

const WRONG = 'Wrong_Water_1'
let networks = 0
let NETWORK = ''
beforeEach(() => {
  networks += 1
  NETWORK = `203.0.113.${networks + 50}`
})

const locked = { kind: 'staff-locked', minutes: 30 } as const
const wrong = (triesLeft: number) => ({ kind: 'staff-password-wrong', triesLeft }) as const

type SignInInput = { readonly username: string; readonly password: string }

/** Signs in from one network with a new browser. */
function tryIn({ username, password }: SignInInput, client: Client = product.client(NETWORK)) {
  return client.api.staff.signIn({ username, password })
}

async function newestActs(count: number): Promise<unknown[]> {
  return product.services.database.query(
    `SELECT actor, act, about FROM staff_log ORDER BY log_no DESC LIMIT $1`,
    [count],
  )
}

describe('staff sign-in', { timeout: 60_000 }, () => {
  it('[3.049, 3.051] accepts the right password by either call, with the username in any case', async () => {
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

  it('returns the same error for a wrong password, an unknown username and a disabled account', async () => {
    const known = await newStaff(product, ['operator'])
    const gone = await newStaff(product, ['operator'])
    await disableStaff(product.services, gone.username)
    const tries = [
      { username: known.username, password: WRONG },
      { username: 'unknown-name', password: WRONG },
      { username: '不存在', password: WRONG },
      gone,
    ]
    for (const input of tries) await expectRefusal(tryIn(input), wrong(4))
  })

  it('logs a failure with the staff number, and never what was typed', async () => {
    const { username, staffNo } = await newStaff(product, ['operator'])
    await expectRefusal(tryIn({ username, password: WRONG }), wrong(4))
    await expectRefusal(tryIn({ username: 'My_Secret_77', password: WRONG }), wrong(4))
    expect(await newestActs(1)).toEqual([
      { actor: 'nobody', act: 'fail-sign-in', about: `staff=${staffNo}` },
    ])
    const [written] = await product.services.database.query<{ rows: bigint }>(
      `SELECT count(*) AS rows FROM staff_log WHERE about ILIKE '%secret%'`,
    )
    expect(written?.rows).toBe(0n)
  })

  it('locks after five failures, also for an unknown username, and unlocks after a time', async () => {
    const staff = await newStaff(product, ['reviewer'])
    for (const { username, password } of [
      staff,
      { username: 'not-here', password: 'Right_1234' },
    ]) {
      for (const left of [4, 3, 2, 1]) {
        await expectRefusal(tryIn({ username, password: WRONG }), wrong(left))
      }
      await expectRefusal(tryIn({ username, password: WRONG }), locked)
      await expectRefusal(tryIn({ username, password }), locked)
    }
    expect(await newestActs(1)).toMatchObject([{ act: 'lock-sign-in' }])
    product.advance(1_801)
    expect(await tryIn(staff)).toHaveProperty('token')
  })

  it('checks five of fifty concurrent guesses', async () => {
    const { username } = await newStaff(product, ['admin'])
    const guesses = Array.from({ length: 50 }, () => tryIn({ username, password: WRONG }))
    const words = await countMessages(guesses)
    expect([4, 3, 2, 1].map((left) => words.get(refusalMessage(wrong(left)).message))).toEqual([
      1, 1, 1, 1,
    ])
    expect(words.get(refusalMessage(locked).message)).toBe(46)
    const counts = await product.services.database.query<{ failures: number; locks: number }>(
      `SELECT failures, locks FROM staff_sign_in_failures JOIN staff USING (staff_no)
        WHERE username = $1`,
      [username],
    )
    expect(counts).toEqual([{ failures: 5, locks: 1 }])
  })

  it('stays open for its owner when a stranger fails from another network', async () => {
    const staff = await newStaff(product, ['operator'])
    for (let failure = 1; failure <= 5; failure += 1) {
      await tryIn({ ...staff, password: WRONG }).catch(() => {})
    }
    await expectRefusal(tryIn(staff), locked)
    expect(await tryIn(staff, product.client('203.0.113.7'))).toHaveProperty('token')
  })

  it('stays open on a known network when it is locked on all others', async () => {
    const staff = await newStaff(product, ['operator'])
    await tryIn(staff)
    const { database, vault, now } = product.services
    const who = triesIndex({ vault }, staff.username)
    const passwordTry = { who, network: EVERY_NETWORK, failuresMax: 100, lockMinutes: 1_440 }
    for (let failure = 1; failure <= 100; failure += 1) {
      await takePasswordTry(database, { now }, { ...passwordTry, repeatedLockMinutes: 1_440 })
    }
    const elsewhere = tryIn(staff, product.client('203.0.113.8'))
    await expectRefusal(elsewhere, { kind: 'staff-network-unknown' })
    expect(await tryIn(staff)).toHaveProperty('token')
    await unlockStaff(product.services, staff.username)
    expect(await tryIn(staff, product.client('203.0.113.8'))).toHaveProperty('token')
  })

  it('writes at most one failure per member and hour to the staff log', async () => {
    const { username, staffNo } = await newStaff(product, ['operator'])
    const rows = async () => {
      const [row] = await product.services.database.query<{ count: bigint }>(
        `SELECT count(*) AS count FROM staff_log WHERE act = 'fail-sign-in' AND about = $1`,
        [`staff=${staffNo}`],
      )
      return row?.count
    }
    for (let network = 1; network <= 8; network += 1) {
      const stranger = product.client(`203.0.113.${network}`)
      await tryIn({ username, password: WRONG }, stranger).catch(() => {})
    }
    expect(await rows()).toBe(1n)
    product.advance(3_600)
    await tryIn({ username, password: WRONG }).catch(() => {})
    expect(await rows()).toBe(2n)
    const counts = await listFailures(product.services.database, {
      now: product.services.now(),
      days: 1,
    })
    const own = counts.filter((count) => count.staffNo === staffNo)
    expect(own.map(({ failures }) => failures)).toEqual([1, 8])
  })

  it('rehashes a password whose hash is outdated', async () => {
    const { username, password, staffNo } = await newStaff(product, ['operator'])
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
    const { database } = product.services
    await database.query(`UPDATE staff SET password_hash = $2 WHERE staff_no = $1`, [
      staffNo,
      outdated.join('$'),
    ])
    expect(await tryIn({ username, password })).toHaveProperty('token')
    const [row] = await database.query<{ password_hash: string }>(
      `SELECT password_hash FROM staff WHERE staff_no = $1`,
      [staffNo],
    )
    expect(isOutdated(row?.password_hash ?? '')).toBe(false)
    expect(await tryIn({ username, password })).toHaveProperty('token')
  })

  it('resets the failure count after a successful sign-in', async () => {
    const staff = await newStaff(product, ['operator'])
    for (let round = 0; round < 2; round += 1) {
      for (const left of [4, 3]) {
        await expectRefusal(tryIn({ ...staff, password: WRONG }), wrong(left))
      }
      expect(await tryIn(staff)).toHaveProperty('token')
    }
  })

  it('is unlocked by a new password, which invalidates the old one', async () => {
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

  it('refuses a password that is changed while it is being checked', async () => {
    const staff = await newStaff(product, ['operator'])
    const { database } = product.services
    const isWaiting = () => isAnyStatementWaiting(database)
    const passwordHash = await hashPassword('Other_Water_3')
    let attempt: Promise<unknown> = Promise.resolve()
    await database.inTransaction(async (tx) => {
      await updateStaff(tx, product.services, staff.username, { passwordHash })
      attempt = tryIn(staff)
      attempt.catch(() => {})
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
    })
    await expectRefusal(attempt, wrong(4))
  })

  it('rate limits an address that tries many usernames', async () => {
    const ip = '198.51.100.77'
    const allowance = { key: `staff:ip:${ip}`, limit: 60, windowSeconds: 600 }
    for (let count = 0; count < 60; count += 1) await product.services.limiter.take(allowance)
    const attempt = tryIn({ username: 'anybody', password: WRONG }, product.client(ip))
    await expect(attempt).rejects.toThrow(/操作太频繁/)
  })
})
