import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { insertCustomer } from '#features/onboarding/customers/customer-store.ts'
import {
  actAlone,
  approve,
  kindOf,
  propose,
  tryOut,
  type Acting,
} from '#features/proposals/index.ts'
import { openOffice, type Office } from '#features/proposals/testing/office.ts'
import { customersDueOn, dueLoans } from '#features/repayment/automatic/due-loan-store.ts'
import { findLimit } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import {
  anyDraw,
  customerWithLimit,
  firstDay,
  openBooks,
  catchRefusal,
  type Books,
} from '@qingzhou/lending/testing/books'
import { runForOutcome } from '@qingzhou/lending/testing/catalogue'
import { loanStates } from '@qingzhou/lending/testing/loan-states'
import type { CustomerNo } from '@qingzhou/platform/ids'

let books: Books
let office: Office
let staff: Acting
beforeAll(async () => {
  books = await openBooks()
  office = await openOffice(books)
  staff = await office.newMember(['admin'])
})
afterAll(() => books.close())

/** Every support act with parameters that fit. */
const acts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'block-customer': { reason: 'fraud' },
  'end-block': { reason: 'fraud' },
  'return-access': { phone: '13800000000' },
  'freeze-limit': {},
  'reopen-limit': {},
  'lower-limit': { amount: fen(20_000_00n) },
  'raise-limit': { amount: fen(60_000_00n) },
  'pass-face': { picture: 'A'.repeat(200) },
  'refuse-face': {},
  'unlock-password': {},
  'send-document': { documentNo: 'none' },
  'hand-out-data': {},
  'erase-customer': {},
}

const always =
  'pass-face face-check-not-open, refuse-face face-check-not-open, send-document document-unknown, erase-customer data-retained'

/** The refusals by the state of the customer. All other acts succeed. */
// A table: one state per line.
// oxfmt-ignore
const refusals: Readonly<Record<string, string>> = {
  open:           `${always}, end-block customer-not-blocked, return-access customer-not-blocked, reopen-limit limit-not-frozen`,
  frozen:         `${always}, end-block customer-not-blocked, return-access customer-not-blocked, freeze-limit limit-frozen, raise-limit limit-frozen`,
  fraud:          `${always}, block-customer customer-blocked-already, return-access customer-not-blocked, freeze-limit limit-frozen, reopen-limit customer-blocked-already, raise-limit limit-frozen`,
  death:          `${always}, end-block customer-not-blocked, return-access customer-not-blocked, freeze-limit limit-frozen, reopen-limit customer-blocked-already, raise-limit limit-frozen`,
  'stolen-phone': `${always}, end-block customer-not-blocked, freeze-limit limit-frozen, reopen-limit customer-blocked-already, raise-limit limit-frozen`,
}

let phones = 0

/** The account of a customer whose books a test has made. */
async function register(customer: CustomerNo): Promise<void> {
  phones += 1
  await insertCustomer(books.deps.database, office.deps, {
    customer,
    userId: customer,
    phone: `139${String(phones).padStart(8, '0')}`,
    channel: 'test',
    uriId: undefined,
    bankPartnerCode: undefined,
  })
}

async function bringInto(customer: CustomerNo, state: string): Promise<void> {
  if (state === 'open') return
  const kind = state === 'frozen' ? 'freeze-limit' : 'block-customer'
  const parameters = { customer, ...(kind === 'block-customer' && { reason: state }) }
  await actAlone(office.deps, staff, { kind, parameters, reason: '测试' })
}

async function outcomesFor(customer: CustomerNo): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, parameters] of Object.entries(acts)) {
    const act = kindOf(office.deps, kind).read({ customer, ...parameters })
    const refusal = await catchRefusal(tryOut(office.deps, staff, { act, reason: '测试' }))
    if (refusal) lines.push(`${kind} ${refusal.kind}`)
  }
  return lines.toSorted()
}

function expectedRefusals(state: string): string[] {
  return (refusals[state] ?? '').split(', ').toSorted()
}

/** What a customer owes. */
async function debtOf(customer: CustomerNo): Promise<unknown> {
  return books.deps.database.query<Record<string, unknown>>(
    `SELECT loans::text AS loan, loan_balances::text AS balance
       FROM loans LEFT JOIN loan_balances USING (customer_no, loan_no)
      WHERE loans.customer_no = $1 ORDER BY loans.loan_no`,
    [customer],
  )
}

describe('support acts in every loan state', { timeout: 120_000 }, () => {
  for (const [name, build] of Object.entries(loanStates)) {
    it(`${name}: each act succeeds or is refused as expected, a block stops borrowing, and the debt stays`, async () => {
      await books.moveTo(firstDay)
      const { customer } = await build(books)
      await register(customer)
      const debt = await debtOf(customer)
      expect(await outcomesFor(customer)).toEqual(expectedRefusals('open'))
      await bringInto(customer, 'fraud')
      expect(await outcomesFor(customer)).toEqual(expectedRefusals('fraud'))
      expect((await findLimit(books.deps.database, customer))?.state).toBe('frozen')
      const drawn = await runForOutcome(books, undefined, (deps) =>
        drawLoan(deps, books.actOf(customer), { ...anyDraw, amount: fen(1_000_00n) }),
      )
      expect(['limit-frozen', 'late-already']).toContain(drawn.kind)
      expect(await debtOf(customer)).toEqual(debt)
    })
  }
})

/** The templates of the messages to a customer, in their order. */
async function smsTexts(customer: CustomerNo): Promise<string[]> {
  const rows = await books.deps.database.query<{ template: string }>(
    `SELECT template FROM outbox WHERE customer_no = $1 ORDER BY enqueued_at`,
    [customer],
  )
  return rows.map(({ template }) => template)
}

async function newCustomer(): Promise<CustomerNo> {
  const customer = await customerWithLimit(books)
  await register(customer)
  return customer
}

describe('support acts in every state of the customer', { timeout: 60_000 }, () => {
  for (const state of Object.keys(refusals)) {
    it(`${state}: each act succeeds or is refused as expected`, async () => {
      await books.moveTo(firstDay)
      const build = loanStates['on its due date']
      if (!build) throw new Error('the state is missing')
      const { customer, today } = await build(books)
      await register(customer)
      await bringInto(customer, state)
      expect(await outcomesFor(customer)).toEqual(expectedRefusals(state))

      const { database } = books.deps
      const page = { date: today, after: { customer: '', loanNo: '' }, count: 1_000 }
      const debits = await dueLoans(database, page)
      const reminded = await customersDueOn(database, { dates: [today], after: '', count: 1_000 })
      expect([
        debits.some((loan) => loan.customer === customer),
        reminded.includes(customer),
      ]).toEqual([state !== 'death', !['death', 'stolen-phone'].includes(state)])
    })
  }

  it('is told by SMS what was changed, but not on a stolen phone, and not after a death', async () => {
    const member = await office.newMember(['admin'])
    const act = async (kind: string, parameters: Readonly<Record<string, unknown>>) => {
      const input = { kind, parameters, reason: '测试' }
      if (kindOf(office.deps, kind).isAlone) return actAlone(office.deps, staff, input)
      return approve(office.deps, member, await propose(office.deps, staff, input))
    }
    const limited = await newCustomer()
    await act('freeze-limit', { customer: limited })
    await act('reopen-limit', { customer: limited })
    await act('lower-limit', { customer: limited, amount: fen(20_000_00n) })
    await act('raise-limit', { customer: limited, amount: fen(30_000_00n) })
    const limit = ['frozen', 'reopened', 'lowered', 'raised'].map((one) => `limit-changed/${one}`)
    expect(await smsTexts(limited)).toEqual(limit)

    const messages: string[][] = []
    for (const reason of ['fraud', 'bankruptcy', 'death']) {
      const customer = await newCustomer()
      await act('block-customer', { customer, reason })
      await act('lower-limit', { customer, amount: fen(20_000_00n) })
      await act('end-block', { customer, reason })
      messages.push(await smsTexts(customer))
    }
    expect(messages).toEqual([
      ['account-paused', 'limit-changed/lowered', 'account-resumed'],
      ['account-paused/care', 'limit-changed/lowered', 'account-resumed'],
      ['account-resumed'],
    ])
    const robbed = await newCustomer()
    await act('block-customer', { customer: robbed, reason: 'stolen-phone' })
    await act('lower-limit', { customer: robbed, amount: fen(20_000_00n) })
    expect(await smsTexts(robbed)).toEqual([])
    await act('return-access', { customer: robbed, phone: '13911112222' })
    expect(await smsTexts(robbed)).toEqual(['account-resumed', 'phone-changed/new'])
  })

  it('an unknown customer is refused by every act', async () => {
    const unknown = books.newCustomer()
    const outcomes = await outcomesFor(unknown)
    expect(outcomes).toHaveLength(Object.keys(acts).length)
  })
})
