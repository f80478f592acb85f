import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

let product: TestProduct
let admin: TestStaff
beforeAll(async () => {
  product = await startTestProduct()
  admin = await newStaff(product, ['admin'])
})
afterAll(() => product.stop())

const api = () => admin.client.api['console-access']
const byNo = { by: 'staffNo', order: 'up' } as const
const byLogNo = { by: 'logNo', order: 'down' } as const

async function newestAct(): Promise<object> {
  const { rows } = await api().log({ filters: {}, sort: byLogNo, limit: 1 })
  const [{ actor, act, about } = { actor: '', act: '', about: '' }] = rows
  return { actor, act, about }
}

const aboutOf = (rows: readonly { about: string }[]) => rows.map(({ about }) => about)

describe('members', { timeout: 60_000 }, () => {
  it('sign in and out by the console, and an auditor is shown with the last day', async () => {
    const { staffNo, username, password } = await newStaff(product, ['auditor'])
    const client = product.client()
    const { token } = await client.api['console-access'].signIn({ username, password })
    client.staffToken = token
    expect(await client.api['console-access'].me({})).toMatchObject({
      staffNo,
      name: '余舟',
      roles: ['auditor'],
    })
    expect(await api().member({ staffNo })).toMatchObject({
      state: 'active',
      openSessions: 2,
      accessEndsOn: addDays(product.services.today(), 30),
    })
    await client.api['console-access'].signOut({})
    await expect(client.api['console-access'].me({})).rejects.toThrow('9998')
  })

  it('change by another administrator, which ends their sessions and is in the log', async () => {
    const other = await newStaff(product, ['operator'])
    const { staffNo } = other
    const acts = [
      [() => api().resetSecondFactor({ staffNo }), 'reset-second-factor'],
      [() => api().unlockMember({ staffNo }), 'unlock-staff'],
    ] as const
    for (const [change, act] of acts) {
      await change()
      expect(await newestAct()).toEqual({ actor: admin.staffNo, act, about: `staff=${staffNo}` })
    }
    await expect(other.client.api['console-access'].me({})).rejects.toThrow('9998')
    expect(await api().member({ staffNo })).toMatchObject({
      state: 'active',
      openSessions: 0,
    })
  })

  it('never change themselves, and unknown ones are refused', async () => {
    const { staffNo } = admin
    const own = { kind: 'own-access' } as const
    await expectRefusal(api().resetSecondFactor({ staffNo }), own)
    await expectRefusal(api().unlockMember({ staffNo: 'S999999' }), {
      kind: 'field-invalid',
      message: '没有这位成员',
    })
  })

  it('are listed by pages, filters and sortings', async () => {
    for (const role of ['operator', 'reviewer', 'auditor'] as const) await newStaff(product, [role])
    const whole = await api().members({ filters: {}, sort: byNo, limit: 200 })
    const paged: string[] = []
    let after: typeof whole.next
    do {
      const page = await api().members({
        filters: {},
        sort: byNo,
        limit: 2,
        ...(after && { after }),
      })
      paged.push(...page.rows.map(({ staffNo }) => staffNo))
      after = page.next
    } while (after)
    expect(paged).toEqual(whole.rows.map(({ staffNo }) => staffNo))
    const down = { by: 'username', order: 'down' } as const
    const names = (await api().members({ filters: {}, sort: down, limit: 200 })).rows.map(
      ({ username }) => username,
    )
    expect(names).toEqual(names.toSorted().toReversed())
    const filters = { role: 'auditor', state: 'active' } as const
    const { rows } = await api().members({ filters, sort: byNo, limit: 200 })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ roles, state }) => roles.includes('auditor') && state === 'active')).toBe(
      true,
    )
  })
})

describe('sessions', { timeout: 60_000 }, () => {
  it('are listed with the own one marked, and end at once', async () => {
    const other = await newStaff(product, ['operator'])
    const sort = { by: 'openedAt', order: 'down' } as const
    const own = await api().sessions({ filters: { staffNo: admin.staffNo }, sort, limit: 50 })
    expect(own.rows).toMatchObject([{ isOwn: true }])
    const first = await api().sessions({ filters: {}, sort, limit: 1 })
    expect(first.rows).toMatchObject([{ staffNo: other.staffNo, name: '余舟', isOwn: false }])
    const second = await api().sessions({
      filters: {},
      sort,
      limit: 1,
      ...(first.next && { after: first.next }),
    })
    expect(second.rows[0]?.sessionNo).not.toBe(first.rows[0]?.sessionNo)

    const sessionNo = first.rows[0]?.sessionNo ?? ''
    await api().endSession({ sessionNo })
    expect(await newestAct()).toEqual({
      actor: admin.staffNo,
      act: 'end-staff-session',
      about: `staff=${other.staffNo}`,
    })
    await expect(other.client.api['console-access'].me({})).rejects.toThrow('9998')
    await api().endSession({ sessionNo })
  })
})

describe('the log', { timeout: 60_000 }, () => {
  it('is filtered by member, act, customer and day, and paged both ways', async () => {
    const { services } = product
    const auditor = await newStaff(product, ['auditor'])
    const { log } = auditor.client.api['console-access']
    const staff = { staffNo: auditor.staffNo }
    const customer = '900000000077' as never
    for (const n of [1, 2, 3]) {
      await recordStaffAct(services.database, services, {
        staff,
        act: 'look-at-customer',
        customer,
        about: `n=${n}`,
      })
    }
    const filters = { actor: auditor.staffNo, act: 'look-at-customer', customerNo: '900000000077' }
    const page = await log({ filters, sort: byLogNo, limit: 2 })
    expect(page.rows[0]).toMatchObject({ actorName: '余舟', customerNo: '900000000077' })
    const rest = await log({
      filters,
      sort: byLogNo,
      limit: 2,
      ...(page.next && { after: page.next }),
    })
    expect([...aboutOf(page.rows), ...aboutOf(rest.rows)]).toEqual(['n=3', 'n=2', 'n=1'])
    expect(rest.next).toBeUndefined()
    const up = await log({ filters, sort: { by: 'logNo', order: 'up' }, limit: 50 })
    expect(aboutOf(up.rows)).toEqual(['n=1', 'n=2', 'n=3'])

    const today = services.today()
    const onDay = async (from: string, until: string) =>
      (
        await log({
          filters: { ...filters, from: from as never, until: until as never },
          sort: byLogNo,
          limit: 50,
        })
      ).rows.length
    expect(await onDay(today, today)).toBe(3)
    expect(await onDay(addDays(today, 1), addDays(today, 2))).toBe(0)
    expect(await onDay(addDays(today, -2), addDays(today, -1))).toBe(0)
  })

  it('reads a day, an act or a member by an index, not by a scan', async () => {
    const rows = await product.services.database.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'staff_log'`,
    )
    const indexes = rows.map(
      ({ indexdef }) => /\((.*)\)/.exec(indexdef.split(' WHERE ')[0] ?? '')?.[1],
    )
    expect(indexes).toEqual(
      expect.arrayContaining([
        'log_no',
        'actor, log_no',
        'act, log_no',
        'customer_no, log_no',
        'done_at',
      ]),
    )
  })

  it('names the first broken row when it is verified, and the start is in it', async () => {
    const sound = await api().verifyLog({ after: 0 })
    expect(sound.firstBroken).toBeUndefined()
    expect(await newestAct()).toMatchObject({ actor: admin.staffNo, act: 'verify-log' })

    const superuser = createDatabase(product.config.databaseUrl ?? '', {
      max: 1,
      onIdleError: () => {},
    })
    await superuser.inTransaction(async (tx) => {
      await tx.query('ALTER TABLE staff_log DISABLE TRIGGER ALL')
      await tx.query(`UPDATE staff_log SET about = 'n=9' WHERE log_no = 3`)
      await tx.query('ALTER TABLE staff_log ENABLE TRIGGER ALL')
    })
    await superuser.close()
    expect(await api().verifyLog({ after: 0 })).toMatchObject({ firstBroken: 3 })
    expect((await api().verifyLog({ after: 3 })).firstBroken).toBeUndefined()
  })
})
