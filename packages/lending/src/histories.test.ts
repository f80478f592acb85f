import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partNames, principalOutstanding } from '@qingzhou/domain/loans/loan'
import { explain, readBalances } from './ledger/index.ts'
import { casesFor, replay } from '@qingzhou/platform/testing/proving'
import type { ReservedDraw } from './requests.ts'
import { booksForTests } from './testing/books.ts'
import { checkBooks } from './testing/catalogue.ts'
import {
  beginHistory,
  readState,
  take,
  type Choice,
  type Command,
  type History,
} from './testing/history.ts'

const histories = casesFor({ usually: 30, each: 400 })

const books = await booksForTests()

/** How often an operation is tried. */
const operations = {
  reserveDraw: 3,
  bookDraw: 4,
  releaseDraw: 1,
  repayThrough: 2,
  receivePayment: 1,
  repayInFull: 1,
  repayInPart: 2,
  deferInstalment: 1,
  grantForbearanceOnLoan: 1,
  cutRate: 1,
  offerWaiver: 1,
  payWithWaiver: 2,
  waiveAmount: 1,
  consolidateLoans: 1,
  convertLoanBill: 1,
  defaultPlan: 1,
  noteReturn: 1,
  reverseLoan: 1,
}

type Name = keyof typeof operations

const names = Object.entries(operations).flatMap(([name, times]) => Array<string>(times).fill(name))

const choiceOf = (some: readonly string[]): fc.Arbitrary<Choice> =>
  fc.record({
    name: fc.constantFrom(...some),
    which: fc.nat({ max: 5 }),
    share: fc.constantFrom('whole', 'whole', 'part', 'more', 'none'),
    size: fc.nat({ max: 999 }),
  })

/** Concurrent orders can't be told apart from later ones where they open a loan, a draw or an offer. */
const opening = ['reserveDraw', 'consolidateLoans', 'convertLoanBill', 'offerWaiver']
const withoutNewLoan = names.filter((name) => !opening.includes(name))

const anyCommand = fc.oneof(
  { weight: 8, arbitrary: choiceOf(names).map((choice): Command => ({ type: 'order', choice })) },
  {
    weight: 5,
    arbitrary: fc
      .record({
        days: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 60 })),
        areBooked: fc.boolean(),
      })
      .map((days): Command => ({ type: 'days', ...days })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(choiceOf(withoutNewLoan), { minLength: 2, maxLength: 3 })
      .map((choices): Command => ({ type: 'together', choices })),
  },
  { weight: 1, arbitrary: fc.nat({ max: 50 }).map((which): Command => ({ type: 'again', which })) },
)

/**
 * Sequences that random orders rarely produce, such as paid on time, overdue with a waiver, overdue
 * with a consolidation plan.
 */
const anyScene = fc.oneof(
  { weight: 12, arbitrary: anyCommand.map((command) => [command]) },
  { weight: 3, arbitrary: scene(31, ['repayThrough']) },
  { weight: 2, arbitrary: scene(2, ['reserveDraw', 'bookDraw']) },
  { weight: 1, arbitrary: scene(66, ['offerWaiver', 'payWithWaiver']) },
  { weight: 1, arbitrary: scene(40, ['cutRate', 'consolidateLoans', 'consolidateLoans']) },
  { weight: 2, arbitrary: scene(40, ['consolidateLoans', 'repayThrough', 'defaultPlan']) },
  { weight: 1, arbitrary: scene(70, ['defaultPlan', 'repayThrough', 'defaultPlan']) },
  { weight: 1, arbitrary: scene(20, ['noteReturn', 'receivePayment', 'reverseLoan']) },
)

/** Some days pass, followed by orders that fit them. */
function scene(days: number, orders: readonly Name[]): fc.Arbitrary<Command[]> {
  const choices = fc.tuple(...orders.map((name) => choiceOf([name])))
  return fc
    .tuple(fc.boolean(), choices)
    .map(([areBooked, some]) => [
      { type: 'days', days, areBooked },
      ...some.map((choice): Command => ({ type: 'order', choice })),
    ])
}

const firstDraw: readonly Command[] = (['reserveDraw', 'bookDraw'] as const).map((name) => ({
  type: 'order',
  choice: { name, which: 3, share: 'more', size: 75 },
}))

describe('any history of operations', () => {
  it(
    'is answered as the domain rules answer, and leaves the books that they compute',
    async () => {
      const commands = fc.array(anyScene, { minLength: 4, maxLength: 20 })
      await fc.assert(
        fc.asyncProperty(commands, async (rest) => {
          let history = await beginHistory(books)
          for (const command of [...firstDraw, ...rest.flat()]) {
            history = await take(history, command)
            await check(history)
          }
        }),
        { numRuns: histories, ...replay },
      )
    },
    60_000 + histories * 2_000,
  )
})

/** Checks the books by the domain's rules, and that the ledger explains every amount. */
async function check(history: History): Promise<void> {
  const { customer } = history
  const { database } = books.deps
  await checkBooks(database, customer)
  const { acts, loans, draws, freeCoupons } = await readState(history)
  for (const { name, requestNo, asked, answer } of acts) {
    if (name !== 'reserve-draw') continue
    const ended = acts.find(
      (one) => one.name !== name && (one.asked as { drawNo?: string }).drawNo === requestNo,
    )
    const state = ended ? (ended.name === 'book-draw' ? 'booked' : 'released') : 'reserved'
    const { fee: _, ...agreed } = answer as ReservedDraw
    const draw = draws.find(({ drawNo }) => drawNo === requestNo)
    expect(draw).toMatchObject({ ...(asked as object), ...agreed, state })
  }
  const isUsed = draws.some(({ couponNo, state }) => couponNo && state !== 'released')
  expect(freeCoupons).toHaveLength(isUsed ? 0 : 1)

  for (const { loanNo, loan, limitUsed } of loans) {
    expect(limitUsed).toBeLessThanOrEqual(principalOutstanding(loan))
    const balances = await readBalances(database, { customer, loanNo })
    const explained = await explain(database, { customer, loanNo })
    for (const part of partNames) expect(explained[part].balance).toBe(balances[part])
  }
  expect(await differingTotals(customer)).toEqual([])
  expect(await paymentsWithGaps(customer)).toEqual([])
}

/** Accounts whose balance is not what payments, draws, returns and refunds give. */
async function differingTotals(customer: string): Promise<object[]> {
  return books.owner.query(
    `WITH moves (account, amount) AS (
       SELECT debit_account::text, amount_fen FROM ledger_entries WHERE customer_no = $1
       UNION ALL
       SELECT credit_account::text, -amount_fen FROM ledger_entries WHERE customer_no = $1),
     expected (account, amount) AS (
       SELECT 'clearing', amount_fen FROM payments WHERE customer_no = $1 AND kind <> 'conversion'
       UNION ALL
       SELECT 'clearing', -amount_fen FROM loans
        WHERE customer_no = $1 AND origin = 'draw' AND reversed_on IS NULL
       UNION ALL
       SELECT 'refunds-payable', -amount_fen FROM refunds WHERE customer_no = $1
       UNION ALL VALUES ('conversion', 0), ('refunds-payable', 0), ('clearing', 0))
     SELECT account, coalesce(sum(moved), 0) AS moved, sum(expected) AS expected
       FROM (SELECT account, amount AS moved, 0 AS expected FROM moves
              WHERE account IN (SELECT account FROM expected)
              UNION ALL SELECT account, 0, amount FROM expected) AS sides
      GROUP BY account HAVING sum(moved) <> sum(expected)
     UNION ALL
     SELECT 'all', sum(amount), 0 FROM moves HAVING sum(amount) <> 0`,
    [customer],
  )
}

/** What is not allocated is overpaid; interest paid ahead by earlier payments may be returned with it. */
async function paymentsWithGaps(customer: string): Promise<object[]> {
  return books.owner.query<{ payment_no: string }>(
    `SELECT payment_no FROM payments LEFT JOIN allocations AS part USING (customer_no, payment_no, loan_no)
      WHERE customer_no = $1
      GROUP BY customer_no, payment_no, loan_no
     HAVING amount_fen - coalesce(sum(part.fee_fen + part.penalty_fen + part.interest_fen
                                      + part.principal_fen), 0) NOT BETWEEN 0 AND overpaid_fen`,
    [customer],
  )
}
