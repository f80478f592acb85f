import { afterAll, beforeAll, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { kindOf, tryOut, type Acting } from '#features/proposals/index.ts'
import { openOffice, type Office } from '#features/proposals/testing/office.ts'
import { BY_TRANSFER, bookPastPayment, confirmTransfer, type Deps } from '@qingzhou/lending/index'
import { customerWithLoan, firstDay, openBooks, type Books } from '@qingzhou/lending/testing/books'
import { runForOutcome, runAndRollBack } from '@qingzhou/lending/testing/catalogue'
import { loanStates } from '@qingzhou/lending/testing/loan-states'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'

let books: Books
let office: Office
let staff: Acting
beforeAll(async () => {
  books = await openBooks()
  office = await openOffice(books)
  staff = await office.newMember(['admin'])
})
afterAll(() => books.close())

type OfLoan = { readonly customer: CustomerNo; readonly loanNo: string }

/** The outcomes by the state of the loan: `ok`, or the refusal with its reason. */
// A table: one state per line. Interest and penalty are waived, a payment is moved to the loan and
// away from it.
// oxfmt-ignore
const outcomes: Readonly<Record<string, readonly [string, string, string, string]>> = {
  'drawn today':              ['nothing-due', 'nothing-due', 'ok', 'ok'],
  'running':                  ['nothing-due', 'nothing-due', 'ok', 'ok'],
  'on its due date':          ['ok', 'nothing-due', 'ok', 'ok'],
  'on its due date with a coupon': ['waiver-with-coupon', 'nothing-due', 'ok', 'ok'],
  'late within grace':        ['ok', 'nothing-due', 'ok', 'ok'],
  'with a reversed payment':  ['ok', 'nothing-due', 'ok', 'ok'],
  'late by 40 days':          ['ok', 'ok', 'ok', 'ok'],
  'late by 100 days':         ['ok', 'ok', 'ok', 'ok'],
  'late with an offer':       ['ok', 'ok', 'ok', 'ok'],
  'late with a lapsed offer': ['ok', 'ok', 'ok', 'ok'],
  'paid ahead':               ['nothing-due', 'nothing-due', 'ok', 'ok'],
  'deferred':                 ['nothing-due', 'nothing-due', 'ok', 'ok'],
  'in relief':                ['nothing-due', 'nothing-due', 'ok', 'ok'],
  'with a converted bill':    ['nothing-due', 'nothing-due', 'payment-not-movable loan-changed', 'ok'],
  'settled':                  ['nothing-due', 'nothing-due', 'ok', 'ok'],
  'joined into a plan':       ['nothing-due', 'nothing-due', 'payment-not-movable loan-changed', 'payment-not-reversible converted'],
  'a plan':                   ['nothing-due', 'nothing-due', 'payment-not-movable loan-later', 'ok'],
  'a broken plan':            ['ok', 'ok', 'payment-not-movable loan-later', 'ok'],
  'goods on their way back':  ['nothing-due', 'nothing-due', 'ok', 'ok'],
  'goods given back':         ['nothing-due', 'nothing-due', 'payment-not-movable loan-changed', 'payment-not-reversible returned'],
}

/** Money that staff have booked for a loan on the first day, or on the day it began. */
async function bookPayment(
  deps: Deps,
  { customer, loanNo }: OfLoan,
  on = firstDay,
): Promise<string> {
  const act = books.actOf(customer)
  const { requestNo } = act
  const payment = { do: 'pay', on, amount: fen(1_00n) } as const
  await bookPastPayment(deps, act, { loanNo, cardId: BY_TRANSFER, act: payment })
  const collection = { kind: 'collection', transferNo: requestNo } as const
  await confirmTransfer(deps, books.actOf(customer), collection)
  return requestNo
}

async function outcome(tx: Transaction, kind: string, parameters: object): Promise<string> {
  const deps = { ...office.deps, database: inside(tx) }
  let reason = ''
  const { kind: refusal } = await runForOutcome(books, tx, async () => {
    try {
      const act = kindOf(deps, kind).read({ ...parameters })
      return { lines: await tryOut(deps, staff, { act, reason: '测试' }) }
    } catch (error) {
      const refused = error as { refusal?: { reason?: string } }
      reason = refused.refusal?.reason === undefined ? '' : ` ${refused.refusal.reason}`
      throw error
    }
  })
  return `${refusal}${reason}`
}

it('in every loan state a charge is waived and a payment moved, or refused with its reason', async () => {
  for (const [state, build] of Object.entries(loanStates)) {
    await books.moveTo(firstDay)
    const other = await customerWithLoan(books)
    const { customer, loanNo, today } = await build(books)
    const loan = { customer, loanNo }
    const found: string[] = []
    const trying = async (what: (tx: Transaction) => Promise<string>) =>
      runAndRollBack(books, async (tx) => void found.push(await what(tx)))
    for (const part of ['interest', 'penalty'] as const) {
      const waiver = { ...loan, part, amount: fen(1n) }
      await trying((tx) => outcome(tx, 'waive-amount', waiver))
    }
    await trying(async (tx) => {
      const paymentNo = await bookPayment({ ...books.deps, database: inside(tx) }, other)
      return outcome(tx, 'move-payment', { ...other, paymentNo, toLoan: loanNo })
    })
    await trying(async (tx) => {
      const paymentNo = await bookPayment({ ...books.deps, database: inside(tx) }, loan, today)
      return outcome(tx, 'move-payment', { customer, paymentNo, toLoan: other.loanNo })
    })
    expect([state, ...found]).toEqual([state, ...(outcomes[state] ?? [])])
  }
}, 120_000)
