import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { monthEnd } from '@qingzhou/domain/bureau/month-events'
import { customerNo } from '@qingzhou/platform/ids'
import { replaceCard } from '#features/identity/card/id-card-store.ts'
import { findIdCard } from '#features/identity/index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { endDay, reportedBorrower } from './testing/reported-borrower.ts'
import { writeMonthFile } from './write-month-file.ts'

const admin = {
  staffNo: 'S1',
  username: 'admin',
  avatar: '',
  name: '测试',
  roles: ['admin'],
} as const
let product: TestProduct
let month: LocalDate
beforeAll(async () => {
  product = await startTestProduct()
  for (let count = 0; count < 3; count += 1) await reportedBorrower(product.services)
  await reportedBorrower(product.services, { isAuthorised: false })
  month = monthEnd(await product.services.businessDate())
}, 60_000)
afterAll(() => product.stop())

const doNothing = async () => Promise.resolve()

async function file(of: LocalDate): Promise<string> {
  let text = ''
  const write = async (piece: string) => {
    text += piece
    return Promise.resolve()
  }
  await writeMonthFile(product.services, admin, { month: of, write })
  return text
}

describe('the file of a month', { timeout: 60_000 }, () => {
  it('[Q6] is refused until the events of the month are complete, and to who may not have it', async () => {
    await expect(file(month)).rejects.toMatchObject({ refusal: { kind: 'bureau-month-open' } })
    await endDay(product, addDays(month, 1))
    const reviewer = { ...admin, roles: ['operator', 'reviewer'] } as const
    await expect(
      writeMonthFile(product.services, reviewer, { month, write: doNothing }),
    ).rejects.toMatchObject({
      refusal: { kind: 'staff-not-allowed' },
    })
  })

  it('[Q6] has every event of the month once, with count, sums and digest, and nobody without authorisation', async () => {
    const lines = (await file(month)).split('\n')
    expect(lines.pop()).toBe('')
    const [head, ...events] = lines
    const trailer = events.pop()
    expect(head).toMatch(/^H\|1\|.+\|.+\|\d{4}-\d\d\|9\|18000\.00\|0\.00$/)
    expect(events.map((line) => line.split('|')[3])).toEqual(
      [1, 2, 3].flatMap(() => ['opened', 'balance', 'status']),
    )
    const before = [head, ...events].map((line) => `${line}\n`).join('')
    expect(trailer).toBe(`T|9|${createHash('sha256').update(before).digest('hex')}`)
  })

  it('[Q6] has the same bytes when it is written again, also after a name was corrected', async () => {
    const first = await file(month)
    const { services } = product
    const [{ customer_no: customer } = { customer_no: '' }] = await services.database.query<{
      customer_no: string
    }>('SELECT customer_no FROM bureau_events LIMIT 1')
    const card = await findIdCard(services.database, services, customerNo(customer))
    if (!card) throw new Error('expected a card')
    const phone = '13900000000'
    await replaceCard(services.database, services, {
      ...card,
      name: '沈青',
      customer: customerNo(customer),
      phone,
    })
    expect(await file(month)).toBe(first)
  })

  it('[Q6] closes the month: no event is added to it, and its digest stays', async () => {
    const { database } = product.services
    await expect(
      database.query(`INSERT INTO bureau_events SELECT (record).* FROM (
        SELECT jsonb_populate_record(one, '{"event_no": 99, "kind": "closed", "about": "closed", "close_reason": "settled", "amount_fen": null}') AS record
          FROM bureau_events AS one WHERE kind = 'opened' LIMIT 1) AS copied`),
    ).rejects.toThrow(/is written/)
    await expect(database.query(`UPDATE bureau_months SET events = 1`)).rejects.toThrow(
      /is written/,
    )
  })

  it('is in the staff log, and no name or number is in the log of the server', async () => {
    const acts = await product.services.database.query<{ act: string }>(
      `SELECT act FROM staff_log WHERE act = 'write-bureau-file'`,
    )
    expect(acts.length).toBeGreaterThan(0)
    expect(product.logged()).not.toMatch(/沈青/)
  })
})
