import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderEvents } from '@qingzhou/contract/features/console/customers'
import { fen } from '@qingzhou/domain/money/money'
import { expectRefusal, newPhone } from '#features/onboarding/testing/visitor.ts'
import { twoPeople } from '#features/payment-cases/testing/two-people.ts'
import { newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { findPerson } from '#features/identity/index.ts'
import { getPhone } from '#features/onboarding/index.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

let product: TestProduct
let payer: Payer
let agent: TestStaff
let calls: Client['api']['console-customers']
let known: { phone: string; idNumber: string; name: string }

beforeAll(async () => {
  product = await startTestProduct()
  payer = await newPayer(product)
  agent = await newStaff(product, ['operator'])
  calls = agent.client.api['console-customers']
  const { database } = product.services
  const person = await findPerson(database, product.services, payer.customer)
  if (!person) throw new Error('expected an identified customer')
  known = {
    phone: await getPhone(database, product.services, payer.customer),
    idNumber: person.idNumber,
    name: person.name,
  }
})
afterAll(() => product.stop())

async function logRows(): Promise<{ act: string; about: string }[]> {
  return product.services.database.query(
    `SELECT act, about FROM staff_log WHERE actor = $1 AND customer_no = $2 ORDER BY log_no`,
    [agent.staffNo, payer.customer],
  )
}

describe('find', () => {
  it('takes any number of a customer, and says what it was', async () => {
    const { customer, loanNo } = payer
    const [order] = (await calls.orders({ customer })).orders
    if (!order?.trace) throw new Error('expected a disbursement with its number at the bank')
    const numbers = [
      [known.phone, 'phone'],
      [`${known.phone.slice(0, 3)} ${known.phone.slice(3)}`, 'phone'],
      [known.idNumber, 'identity'],
      [customer, 'customer'],
      [loanNo, 'loan'],
      [order.trace.wireNo, order.trace.wireNo === order.orderNo ? 'loan' : 'provider'],
    ] as const
    for (const [number, kind] of numbers) {
      const found = await calls.find({ number })
      expect([kind, found.foundAs]).toEqual([kind, kind])
      expect(found.customers.map((one) => one.customer)).toEqual([customer])
      expect(JSON.stringify(found)).not.toMatch(
        new RegExp(`${known.phone}|${known.idNumber}|${known.name}`),
      )
    }
  })

  it('says what was tried, and what an incomplete number could be', async () => {
    const none = { customers: [] }
    expect(await calls.find({ number: newPhone() })).toMatchObject({ ...none, couldBe: [] })
    expect(await calls.find({ number: known.phone.slice(0, 9) })).toMatchObject({
      customers: [],
      tried: ['customer', 'loan', 'order', 'provider'],
      couldBe: ['phone'],
    })
    expect(await calls.find({ number: known.idNumber.slice(0, 17) })).toMatchObject({
      customers: [],
      couldBe: ['identity', 'card'],
    })
  })

  it('looks up numbers by an index only, whatever is typed', async () => {
    const { database } = product.services
    const plans = await database.inTransaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off')
      return Promise.all(
        [
          'SELECT customer_no FROM phones WHERE phone_index = $1::bytea',
          'SELECT customer_no FROM identities WHERE number_index = $1::bytea',
          'SELECT customer_no FROM id_cards WHERE name_phone_index = $1 OR name_number_index = $1::bytea',
          'SELECT customer_no FROM loans WHERE loan_no = $1::text',
          'SELECT customer_no FROM bank_orders WHERE order_no = $1::text',
          'SELECT order_no FROM wire_orders WHERE wire_no = $1::text',
        ].map((sql) => tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, ['x'])),
      )
    })
    for (const plan of plans) {
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
    }
    expect((await calls.find({ number: '%' })).customers).toEqual([])
    expect((await calls.find({ number: "' OR 1=1 --" })).customers).toEqual([])
  })
})

describe('the page of a customer', () => {
  it('shows the figures of the books, masked', async () => {
    const shown = await calls.customer({ customer: payer.customer })
    expect(shown).toMatchObject({
      principalLeft: fen(6_000_00n),
      overdue: fen(0n),
      limit: { granted: fen(50_000_00n), available: fen(44_000_00n), state: 'open' },
      loans: [{ loanNo: payer.loanNo, paidInstalments: 0, instalments: 6, state: 'open' }],
      proposals: [],
      exceptions: [],
    })
    expect(shown.nextDue?.amount).toBe(shown.loans[0]?.nextDue)
    expect(
      JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(new RegExp(`${known.phone}|${known.idNumber}|${known.name}`))
  })

  it('shows name, phone and identity number for a reason that is in the log before', async () => {
    const { customer } = payer
    const full = await calls.unmask({ customer, reason: 'call-back' })
    expect(full).toMatchObject(known)
    expect(full.until - product.services.now().getTime()).toBeLessThanOrEqual(5 * 60_000)
    const rows = await logRows()
    expect(rows.slice(-2).map(({ act }) => act)).toEqual(['unmask-for', 'unmask-customer'])
    expect(rows.at(-2)?.about).toBe('reason=call-back')
    const auditor = await newStaff(product, ['auditor'])
    await expectRefusal(
      auditor.client.api['console-customers'].unmask({ customer, reason: 'call-back' }),
      {
        kind: 'staff-not-allowed',
      },
    )
  })

  it('reads every part, of this customer alone', async () => {
    const { customer } = payer
    const { orders } = await calls.orders({ customer })
    expect(orders).toMatchObject([
      {
        kind: 'disbursement',
        state: 'paid',
        amount: fen(6_000_00n),
        trace: { wireNo: expect.any(String) },
      },
    ])
    const { applications, limitHistory } = await calls.credit({ customer })
    expect(applications).toHaveLength(1)
    expect(limitHistory).toMatchObject([{ act: 'open-limit', who: 'system' }])
    const { sessions, cards } = await calls.access({ customer })
    expect(sessions.length).toBeGreaterThan(0)
    expect(cards).toHaveLength(1)
    expect((await calls.documents({ customer })).documents.length).toBeGreaterThan(0)
    const { messages } = await calls.messages({ customer, pageNo: 1 })
    expect(messages.map(({ title }) => title)).toContain('借款到账')
    expect(await calls.benefits({ customer })).toEqual({ coupons: [], offers: [] })
    const { events } = await calls.timeline({ customer })
    expect(new Set(events.map(({ subject }) => subject))).toEqual(
      new Set(['money', 'contact', 'staff', 'account']),
    )
    expect(events.find(({ who }) => who === agent.staffNo)?.whoName).toBe('余舟')
    const money = await calls.timeline({ customer, subject: 'money' })
    expect(new Set(money.events.map(({ subject }) => subject))).toEqual(new Set(['money']))
  })

  it('says of each change of the limit the amounts, who approved it and why; of each order who placed it', async () => {
    const { customer, loanNo } = payer
    const { together, reviewer } = await twoPeople(product)
    const amount = '60000.00'
    await together('raise-limit', { customer, amount })
    await together('book-payment', {
      customer,
      loanNo,
      amount: '100.00',
      receivedOn: await product.services.businessDate(),
      reference: 'TRANSFER-1',
    })
    const { limitHistory } = await calls.credit({ customer })
    expect(limitHistory).toMatchObject([
      {
        act: 'change-limit',
        who: reviewer.staffNo,
        whoName: expect.any(String),
        before: fen(50_000_00n),
        after: fen(60_000_00n),
        proposal: { proposalNo: expect.stringMatching(/^P\d+$/), reason: '客户来电' },
      },
      { act: 'open-limit', who: 'system', after: fen(50_000_00n) },
    ])
    expect(limitHistory.at(-1)?.before).toBeUndefined()
    const { orders } = await calls.orders({ customer })
    // Nothing is due yet, so what was paid is owed back.
    expect(orders).toMatchObject([
      { kind: 'refund', who: 'system' },
      { kind: 'repayment', state: 'paid', who: reviewer.staffNo, amount: fen(100_00n) },
      { kind: 'disbursement', who: 'customer' },
    ])
  })

  it('hands a document to staff who may unmask, once the download is in the log', async () => {
    const { customer } = payer
    const { documents } = await calls.documents({ customer })
    const [agreement] = documents.filter(({ kind }) => kind === 'agreement')
    if (!agreement) throw new Error('expected a signed agreement')
    const { documentNo, title } = agreement
    const file = await calls.document({ customer, documentNo })
    expect(file.title).toBe(title)
    expect(Buffer.from(file.bytes, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const about = `document=${documentNo}`
    expect((await logRows()).at(-1)).toEqual({ act: 'download-document', about })

    const other = await newPayer(product)
    const unknown = { kind: 'document-unknown' } as const
    await expectRefusal(calls.document({ customer: other.customer, documentNo }), unknown)
    await expectRefusal(calls.document({ customer, documentNo: 'D0' }), unknown)
    expect((await logRows()).filter((row) => row.act === 'download-document')).toHaveLength(1)
    const auditor = await newStaff(product, ['auditor'])
    await expectRefusal(
      auditor.client.api['console-customers'].document({ customer, documentNo }),
      { kind: 'staff-not-allowed' },
    )
  })

  it('refuses an unknown customer and an unknown loan', async () => {
    await expectRefusal(calls.customer({ customer: '99999999999999999999' }), {
      kind: 'customer-unknown',
    })
    await expectRefusal(calls.loan({ loanNo: 'L0' }), { kind: 'loan-unknown' })
  })
})

it('every state of a payment order is an event that has words', async () => {
  const [check] = await product.services.database.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conname = 'payment_orders_state_check' LIMIT 1`,
  )
  const states = [...(check?.definition.matchAll(/'([a-z-]+)'/g) ?? [])].map(([, state]) => state)
  expect(states.map((state) => `order-${state}`)).toEqual(orderEvents)
})

it('a loan shows its plan, and entries that add up to each balance', async () => {
  const shown = await calls.loan({ loanNo: payer.loanNo })
  expect(shown).toMatchObject({ customer: payer.customer, loan: { amount: fen(6_000_00n) } })
  expect(shown.plan.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6])
  const { principal } = shown.ledger
  expect(principal.balance).toBe(fen(6_000_00n))
  expect(principal.lines.reduce((total, { amount }) => total + amount, 0n)).toBe(principal.balance)
})
