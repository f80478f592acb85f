import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { partNames } from '@qingzhou/domain/loans/loan'
import { readBalances, explain } from './ledger/index.ts'
import { casesFor, replay } from '@qingzhou/platform/testing/proving'
import { readCoupons } from './draws/coupon-store.ts'
import { findDraw } from './draws/draw-store.ts'
import { findLimit } from './limits/limit-store.ts'
import { readLoans } from './loans/loan-store.ts'
import { readActs } from './books-store.ts'
import { replayActs } from './replay-acts.ts'
import { openBooks, type Books } from './testing/books.ts'
import { beginHistory, take, type Command, type History } from './testing/history.ts'
import { kinds, type Choice } from './testing/order.ts'

const histories = casesFor({ usually: 30, each: 400 })

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books.close())

const choiceOf = (some: readonly Choice['kind'][]): fc.Arbitrary<Choice> =>
  fc.record({
    kind: fc.constantFrom(...some),
    which: fc.nat({ max: 5 }),
    share: fc.constantFrom('whole', 'whole', 'part', 'more', 'none'),
    size: fc.nat({ max: 999 }),
  })

/** Orders whose answer names no new loan, so that their serial order can be found afterwards. */
const withoutNewLoan = kinds.filter((kind) => !['hold', 'join', 'spread', 'offer'].includes(kind))

const anyCommand = fc.oneof(
  { weight: 8, arbitrary: choiceOf(kinds).map((choice): Command => ({ type: 'order', choice })) },
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
  { weight: 3, arbitrary: scene(31, ['repay']) },
  { weight: 2, arbitrary: scene(2, ['hold', 'book']) },
  { weight: 1, arbitrary: scene(66, ['offer', 'waive']) },
  { weight: 1, arbitrary: scene(40, ['cut', 'join', 'join']) },
  { weight: 2, arbitrary: scene(40, ['join', 'repay', 'break']) },
  { weight: 1, arbitrary: scene(70, ['break', 'repay', 'break']) },
  { weight: 1, arbitrary: scene(20, ['return', 'receive', 'reverse']) },
)

/** Some days pass, followed by orders that fit them. */
function scene(days: number, orders: readonly Choice['kind'][]): fc.Arbitrary<Command[]> {
  const choices = fc.tuple(...orders.map((kind) => choiceOf([kind])))
  return fc
    .tuple(fc.boolean(), choices)
    .map(([areBooked, some]) => [
      { type: 'days', days, areBooked },
      ...some.map((choice): Command => ({ type: 'order', choice })),
    ])
}

const firstDraw: readonly Command[] = (['hold', 'book'] as const).map((kind) => ({
  type: 'order',
  choice: { kind, which: 3, share: 'more', size: 75 },
}))

describe('any history of operations', () => {
  it(
    'leaves the loans, limit and ledger that the domain rules compute',
    async () => {
      const commands = fc.array(anyScene, { minLength: 4, maxLength: 20 })
      await fc.assert(
        fc.asyncProperty(commands, async (rest) => {
          let history = await beginHistory(books)
          for (const command of [...firstDraw, ...rest.flat()]) {
            history = await take(history, command)
            await check(history)
          }
          await checkReplay(history)
        }),
        { numRuns: histories, ...replay },
      )
    },
    60_000 + histories * 2_000,
  )
})

/** Checks that the database equals the model, and that the ledger explains every amount. */
async function check({ customer, model }: History): Promise<void> {
  const { database } = books.deps
  expect(await readLoans(database, customer)).toEqual(model.loans)
  expect((await findLimit(database, customer))?.used).toBe(model.limit.used)
  for (const draw of model.draws) {
    expect(await findDraw(database, { customer, drawNo: draw.drawNo })).toEqual(draw)
  }
  const coupons = await readCoupons(database, customer)
  const free = coupons.filter(({ coupon }) => coupon.state.kind === 'free')
  expect(free.map(({ couponNo }) => couponNo)).toEqual(model.freeCoupons)

  for (const { loanNo, loan, bookedUntil } of model.loans) {
    const owed = positionOf(loan, bookedUntil)
    expect(await readBalances(database, { customer, loanNo })).toEqual(owed)
    const explained = await explain(database, { customer, loanNo })
    for (const part of partNames) expect(explained[part].balance).toBe(owed[part])
  }
  const totals = await totalsOf(customer)
  expect(totals['clearing'] ?? 0n).toBe(model.clearing)
  expect(-(totals['refunds-payable'] ?? 0n)).toBe(model.refundsPayable)
  expect(totals['conversion'] ?? 0n).toBe(0n)
  expect(Object.values(totals).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
  expect(await paymentsWithGaps(customer)).toEqual([])
}

/** Checks that replaying the audit log gives the same loans. */
async function checkReplay({ customer, model }: History): Promise<void> {
  const { database } = books.deps
  const replayed = replayActs(await readActs(database, customer), model.loans)
  for (const { loanNo, loan } of model.loans) {
    expect(replayed.get(loanNo)).toEqual({ kind: 'loan', loan, past: expect.anything() })
  }
}

async function totalsOf(customer: string): Promise<Record<string, bigint>> {
  const rows = await books.owner.query<{ account: string; total: bigint }>(
    `SELECT account, sum(amount)::bigint AS total
       FROM (SELECT debit_account::text, amount_fen FROM ledger_entries WHERE customer_no = $1
             UNION ALL
             SELECT credit_account::text, -amount_fen FROM ledger_entries WHERE customer_no = $1)
         AS moves (account, amount)
      GROUP BY account`,
    [customer],
  )
  return Object.fromEntries(rows.map(({ account, total }) => [account, total]))
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
