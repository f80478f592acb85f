import { describe, expect, it } from 'vitest'
import { expectRefusal, countMessages } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { addStaff, changePassword, resetSecondFactor, unlockStaff } from './index.ts'
import { totpCode } from './totp.ts'

const product = startProductForFile({ STAFF_SECOND_FACTOR: 'required' })

const password = 'Calm_Water_1'
const wrong = { kind: 'second-factor-wrong' } as const
const voided = { kind: 'second-factor-ticket-void' } as const

let members = 0

async function newMember(): Promise<{ username: string; staffNo: string }> {
  members += 1
  const username = `member-${members}`
  const staff = { username, name: '余舟', roles: ['operator'], password } as const
  return { username, staffNo: (await addStaff(product.services, staff)) ?? '' }
}

function codeNow(secret: string, stepsOff = 0): string {
  return totpCode(secret, Math.floor(product.services.now().getTime() / 30_000) + stepsOff)
}

async function firstStep(username: string, client: Client = product.client()) {
  const { token, secondFactor } = await client.api.staff.signIn({ username, password })
  expect(token).toBeUndefined()
  if (!secondFactor) throw new Error(`staff ${username}: no second factor required`)
  return { client, ...secondFactor }
}

/** Enrols an app by completing both steps for the first time. */
async function newEnrolledMember() {
  const member = await newMember()
  const { client, ticket, enrolment } = await firstStep(member.username)
  const secret = enrolment?.secret ?? ''
  const code = codeNow(secret)
  const answer = await client.api.staff.confirmSecondFactor({ ticket, code })
  product.advance(90)
  return { ...member, client, secret, ...answer }
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex')
}

async function actsOf(staffNo: string): Promise<string[]> {
  const rows = await product.services.database.query<{ act: string }>(
    `SELECT act FROM staff_log WHERE actor = $1 OR about LIKE $2 ORDER BY log_no`,
    [staffNo, `%staff=${staffNo}%`],
  )
  return rows.map(({ act }) => act)
}

describe('a staff sign-in in two steps', { timeout: 60_000 }, () => {
  it('enrols an authenticator app at the first sign-in and shows the recovery codes once', async () => {
    const { username, staffNo } = await newMember()
    const { client, ticket, enrolment } = await firstStep(username)
    const { secret = '', address = '' } = enrolment ?? {}
    expect(address).toContain(`secret=${secret}`)
    await expectRefusal(client.api.staff.confirmSecondFactor({ ticket, code: '000000' }), wrong)

    const confirmation = { ticket, code: codeNow(secret) }
    const { token, recoveryCodes } = await client.api.staff.confirmSecondFactor(confirmation)
    client.staffToken = token
    expect((await client.api.staff.me({})).name).toBe('余舟')
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await actsOf(staffNo)).toEqual([
      'add-staff',
      'fail-sign-in',
      'enrol-second-factor',
      'sign-in',
    ])
  })

  it('opens no session with the password alone', async () => {
    const { username, client: earlier } = await newEnrolledMember()
    const { client, enrolment } = await firstStep(username)
    expect(enrolment).toBeUndefined()
    expect(client.cookies.get('qz_staff')).toBeUndefined()
    await expect(client.api.staff.me({})).rejects.toThrow()
    // The cookie of an earlier session does not work without its token.
    earlier.staffToken = undefined
    await expect(earlier.api.staff.me({})).rejects.toThrow()
  })

  it('accepts a code once, also for concurrent requests', async () => {
    const { username, secret } = await newEnrolledMember()
    const tickets = []
    for (let count = 0; count < 4; count += 1) tickets.push(await firstStep(username))
    const code = codeNow(secret)
    const words = await countMessages(
      tickets.map(({ client, ticket }) => client.api.staff.confirmSecondFactor({ ticket, code })),
    )
    expect(words.get('ok')).toBe(1)
    const { client, ticket } = await firstStep(username)
    await expectRefusal(client.api.staff.confirmSecondFactor({ ticket, code }), wrong)
  })

  it('accepts a code of the previous step, and none two steps away', async () => {
    const { username, secret } = await newEnrolledMember()
    const { client, ticket } = await firstStep(username)
    const { confirmSecondFactor } = client.api.staff
    await expectRefusal(confirmSecondFactor({ ticket, code: codeNow(secret, -2) }), wrong)
    await expectRefusal(confirmSecondFactor({ ticket, code: codeNow(secret, 2) }), wrong)
    await confirmSecondFactor({ ticket, code: codeNow(secret, -1) })
  })

  it('accepts each recovery code once, in any typed form', async () => {
    const { username, staffNo, recoveryCodes } = await newEnrolledMember()
    const [first = '', second = ''] = recoveryCodes ?? []
    const one = await firstStep(username)
    const typed = ` ${first.toLowerCase().replace('-', ' ')} `
    await one.client.api.staff.confirmSecondFactor({ ticket: one.ticket, code: typed })
    expect(await actsOf(staffNo)).toContain('use-recovery-code')

    const again = await firstStep(username)
    const { confirmSecondFactor } = again.client.api.staff
    await expectRefusal(confirmSecondFactor({ ticket: again.ticket, code: first }), wrong)
    await confirmSecondFactor({ ticket: again.ticket, code: second })
  })

  it('voids a ticket after five tries, after five minutes, after use and after a password change', async () => {
    const { username, secret } = await newEnrolledMember()
    const guessed = await firstStep(username)
    for (let count = 0; count < 5; count += 1) {
      const guess = { ticket: guessed.ticket, code: codeNow(secret, 50) }
      await expectRefusal(guessed.client.api.staff.confirmSecondFactor(guess), wrong)
    }
    const right = (ticket: string) => ({ ticket, code: codeNow(secret) })
    const { client } = guessed
    const confirm = client.api.staff.confirmSecondFactor
    await expectRefusal(confirm(right(guessed.ticket)), voided)

    const late = await firstStep(username)
    product.advance(301)
    await expectRefusal(confirm(right(late.ticket)), voided)

    const used = await firstStep(username)
    await confirm(right(used.ticket))
    product.advance(60)
    await expectRefusal(confirm(right(used.ticket)), voided)

    const outdated = await firstStep(username)
    await changePassword(product.services, { username, password })
    await expectRefusal(confirm(right(outdated.ticket)), voided)
    await expectRefusal(confirm(right('x'.repeat(43))), voided)
  })

  it('is locked after repeated wrong codes, until an administrator unlocks it', async () => {
    const { username, staffNo, secret } = await newEnrolledMember()
    let last = { ticket: '', client: product.client() }
    for (let round = 0; round < 10; round += 1) {
      last = await firstStep(username)
      for (let count = 0; count < 5; count += 1) {
        const guess = { ticket: last.ticket, code: codeNow(secret, 50) }
        await last.client.api.staff.confirmSecondFactor(guess).catch(() => {})
      }
    }
    const { ticket, client } = await firstStep(username)
    const locked = client.api.staff.confirmSecondFactor({ ticket, code: codeNow(secret) })
    await expectRefusal(locked, { kind: 'staff-locked', minutes: 1_440 })
    expect(await unlockStaff(product.services, username)).toBe(staffNo)
    await client.api.staff.confirmSecondFactor({ ticket, code: codeNow(secret) })
    expect(await actsOf(staffNo)).toContain('unlock-staff')
  })

  it('enrols a new app after an administrator reset it, which ends old codes and sessions', async () => {
    const { username, staffNo, client, token, recoveryCodes, secret } = await newEnrolledMember()
    client.staffToken = token
    expect(await resetSecondFactor(product.services, username)).toBe(staffNo)
    await expect(client.api.staff.me({})).rejects.toThrow()
    expect(await actsOf(staffNo)).toContain('reset-second-factor')

    const next = await firstStep(username)
    expect(next.enrolment?.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(next.enrolment?.secret).not.toBe(secret)
    const [code = ''] = recoveryCodes ?? []
    const old = next.client.api.staff.confirmSecondFactor({ ticket: next.ticket, code })
    await expectRefusal(old, wrong)
  })

  it('stores no secret and no recovery code in plain text in the database or the log', async () => {
    const { secret, recoveryCodes = [] } = await newEnrolledMember()
    const [dump] = await product.services.database.query<{ text: string }>(
      `SELECT string_agg(line, ' ') AS text FROM (
         SELECT row_to_json(f)::text AS line FROM staff_second_factors f
         UNION ALL SELECT row_to_json(c)::text FROM staff_recovery_codes c
         UNION ALL SELECT row_to_json(t)::text FROM staff_sign_in_tickets t) AS lines`,
    )
    const places = `${dump?.text} ${product.logged()}`
    const planted = [secret, ...recoveryCodes.flatMap((code) => [code, code.replace('-', '')])]
    expect(planted.filter((text) => places.includes(text) || places.includes(hexOf(text)))).toEqual(
      [],
    )
  })
})
