import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Act } from './act.ts'
import { customerWithLoan, firstDay, openBooks, type Books } from './testing/books.ts'
import { digestBooks, runForOutcome, runAndRollBack } from './testing/matrix.ts'
import {
  movementOperations,
  type Movement,
  type MovementOperation,
} from './testing/movement-operations.ts'
import { movementStates, type MovementSubject } from './testing/movement-states.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books.close())

/** Where nothing was drawn, paid or sent, no draw, refund or transfer is known. */
const noDraw =
  'bookDraw draw-unknown, bookDraw before it was reserved draw-unknown, bookDraw in the future draw-unknown, releaseDraw draw-unknown'
const noRefund =
  'refund sent refund-unknown, refund returned refund-unknown, refund failed refund-unknown'
const noTransfer =
  'confirm disbursement transfer-unknown, confirm collection transfer-unknown, confirm refund transfer-unknown, confirm return transfer-unknown, confirm reversal transfer-unknown'
const isOpen = 'openLimit limit-already-open'
const isUsed = `${isOpen}, cancelLimit limit-in-use`
const wrongDays =
  'bookDraw before it was reserved draw-date-out-of-range, bookDraw in the future draw-date-out-of-range'
const isReleased =
  'bookDraw draw-released, bookDraw before it was reserved draw-released, bookDraw in the future draw-released'
const onlyPaidOut =
  'confirm collection transfer-unknown, confirm refund transfer-unknown, confirm return transfer-unknown, confirm reversal transfer-unknown'

/** In each state, what each operation is refused for that is not possible; all others succeed. */
// A table: one state, one line.
// oxfmt-ignore
const refusals: Readonly<Record<string, string>> = {
  'no limit':                       `cancelLimit limit-unknown, reserveDraw limit-unknown, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'an unused limit':                `${isOpen}, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'a limit in use':                 `${isUsed}, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'a limit that is used up':        `${isUsed}, reserveDraw limit-too-low, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'a limit frozen by a plan':       `${isUsed}, reserveDraw limit-frozen, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'an expired limit':               `reserveDraw limit-expired, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'an expired limit in use':        `${isUsed}, reserveDraw late-already, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'a cancelled limit':              `reserveDraw limit-cancelled, ${noDraw}, ${noRefund}, ${noTransfer}`,
  'a reserved draw':                `${isUsed}, ${wrongDays}, ${noRefund}, ${noTransfer}`,
  'a draw reserved a week ago':     `${isUsed}, ${wrongDays}, ${noRefund}, ${noTransfer}`,
  'a draw reserved with a coupon':  `${isUsed}, reserveDraw coupon-taken, ${wrongDays}, ${noRefund}, ${noTransfer}`,
  'a booked draw':                  `${isUsed}, ${wrongDays}, releaseDraw draw-booked, ${noRefund}, ${onlyPaidOut}`,
  'a booked draw with a coupon':    `${isUsed}, reserveDraw coupon-taken, ${wrongDays}, releaseDraw draw-booked, ${noRefund}, ${onlyPaidOut}`,
  'a released draw':                `${isOpen}, ${isReleased}, ${noRefund}, ${noTransfer}`,
  'a released draw with a coupon':  `${isOpen}, ${isReleased}, ${noRefund}, ${noTransfer}`,
  'a refund that is owed':          `${isOpen}, ${noDraw}, refund returned refund-not-sent, refund failed refund-not-sent, confirm refund transfer-unknown, confirm return transfer-unknown, confirm reversal transfer-unknown`,
  'a refund that was sent':         `${isOpen}, ${noDraw}, refund sent refund-already-sent, confirm return transfer-unknown, confirm reversal transfer-unknown`,
  'a refund that failed':           `${isOpen}, ${noDraw}, refund returned refund-not-sent, refund failed refund-not-sent, confirm refund transfer-unknown, confirm return transfer-unknown, confirm reversal transfer-unknown`,
  'a refund that arrived':          `${isOpen}, ${noDraw}, confirm return transfer-unknown, confirm reversal transfer-unknown`,
  'transfers that were confirmed':  `${isOpen}, ${noDraw}, refund sent refund-already-sent, refund failed refund-confirmed, confirm return transfer-unknown, confirm reversal transfer-unknown`,
  'a payment that was reversed':    `${isUsed}, ${noDraw}, confirm refund transfer-unknown, confirm return transfer-unknown`,
  'goods given back':               `${isOpen}, ${noDraw}, ${noRefund}, confirm collection transfer-unknown, confirm refund transfer-unknown, confirm reversal transfer-unknown`,
  'goods given back and paid back': `${isOpen}, ${noDraw}, ${noRefund}, confirm collection transfer-unknown, confirm refund transfer-unknown, confirm reversal transfer-unknown`,
}

function expectedRefusal(state: string, { name }: MovementOperation): string {
  const cells = (refusals[state] ?? '').split(', ')
  const cell = cells.find((one) => one.slice(0, one.lastIndexOf(' ')) === name)
  return cell?.slice(cell.lastIndexOf(' ') + 1) ?? 'ok'
}

async function subjectIn(state: string): Promise<MovementSubject & { stranger: CustomerNo }> {
  await books.moveTo(firstDay)
  const { customer: stranger } = await customerWithLoan(books)
  const build = movementStates[state]
  if (!build) throw new Error(`${state} is no state`)
  return { stranger, ...(await build(books)) }
}

type Case = { readonly act: Act; readonly request: Movement }

function outcomeIn(tx: Transaction | undefined, operation: MovementOperation, asked: Case) {
  return runForOutcome(books, tx, (deps) => operation.ask(deps, asked.act, asked.request))
}

/** Tables that hold money: a second notice of the same thing may be logged, and moves nothing. */
async function moneyOf(tx: Transaction): Promise<object> {
  const [row] = await tx.query<Record<string, string>>(
    `SELECT (SELECT sum(used_fen) FROM limits)::text AS used,
            (SELECT sum(principal_fen) FROM loan_balances)::text AS principal,
            (SELECT count(*) FROM ledger_postings)::text AS moves,
            (SELECT sum(bank_fen) FROM ledger_postings)::text AS bank,
            (SELECT sum(refunds_payable_fen) FROM ledger_postings)::text AS refunds,
            (SELECT string_agg(state, ' ' ORDER BY refund_no) FROM refunds) AS refund_states,
            (SELECT string_agg(state, ' ' ORDER BY draw_no) FROM draws) AS draw_states,
            (SELECT string_agg(state, ' ' ORDER BY coupon_no, state) FROM coupons) AS coupons`,
  )
  return row ?? {}
}

describe(
  'every operation in every state of a limit, a draw, a refund and a transfer',
  {
    timeout: 120_000,
  },
  () => {
    for (const state of Object.keys(movementStates)) {
      it(`${state}: succeeds once, or is refused by name and changes nothing`, async () => {
        const made = await subjectIn(state)
        const before = await digestBooks(books.deps.database)
        for (const operation of movementOperations) {
          const asked = { act: books.actOf(made.customer), request: made.request }
          const tried = { state, operation, before, ...made }
          await runAndRollBack(books, (tx) => tryOnce(tx, tried, asked))
          await runAndRollBack(books, (tx) => tryWrong(tx, tried))
        }
        expect(await digestBooks(books.deps.database)).toBe(before)
      })
    }
  },
)

type TriedMovement = {
  readonly state: string
  readonly operation: MovementOperation
  readonly before: string
  readonly customer: CustomerNo
  readonly stranger: CustomerNo
  readonly request: Movement
}

/** Under the same number the first answer again; another request under it is refused; a new number moves no money twice. */
async function tryOnce(
  tx: Transaction,
  { state, operation, before, customer }: TriedMovement,
  { act, request }: Case,
): Promise<void> {
  const label = `${operation.name}, ${state}`
  const first = await outcomeIn(tx, operation, { act, request })
  expect([label, first.kind]).toEqual([label, expectedRefusal(state, operation)])
  const after = await digestBooks(tx)
  if (first.kind !== 'ok') return expect([label, after]).toEqual([label, before])

  expect([label, await outcomeIn(tx, operation, { act, request })]).toEqual([label, first])
  const others = movementOperations.filter(({ name }) => /^(openLimit|cancelLimit)$/.test(name))
  const other = others.find((one) => one !== operation) ?? operation
  for (const [useCase, changes] of [
    [other, {}] as const,
    ...operation.others(request).map((change) => [operation, change] as const),
  ]) {
    const taken = await outcomeIn(tx, useCase, { act, request: { ...request, ...changes } })
    expect([label, useCase.name, taken.kind]).toEqual([label, useCase.name, 'number-taken'])
  }
  expect([label, await digestBooks(tx)]).toEqual([label, after])
  if (operation.name === 'reserveDraw') return

  const money = await moneyOf(tx)
  await outcomeIn(tx, operation, { act: books.actOf(customer), request })
  expect([label, await moneyOf(tx)]).toEqual([label, money])
}

async function tryWrong(tx: Transaction, tried: TriedMovement): Promise<void> {
  const { state, operation, before, customer, stranger, request } = tried
  const label = `${operation.name}, ${state}`
  if (operation.stranger !== undefined) {
    const stolen = await outcomeIn(tx, operation, { act: books.actOf(stranger), request })
    expect([label, 'another customer', stolen.kind]).toEqual([
      label,
      'another customer',
      operation.stranger,
    ])
  }
  for (const [what, change, kind] of operation.wrong(request)) {
    const wrong = { act: books.actOf(customer), request: { ...request, ...change } }
    const outcome = await outcomeIn(tx, operation, wrong)
    const allowed = [kind, expectedRefusal(state, operation)].filter((one) => one !== 'ok')
    expect(allowed, `${label} with ${what}`).toContain(outcome.kind)
  }
  const malformed = { act: books.actOf(customer, 'a number with spaces'), request }
  const unnamed = await outcomeIn(tx, operation, malformed)
  expect([label, unnamed.kind]).toEqual([label, 'number-malformed'])
  expect([label, await digestBooks(tx)]).toEqual([label, before])
}

describe(
  'every operation on a limit, a draw, a refund or a transfer, several times at once',
  {
    timeout: 120_000,
  },
  () => {
    for (const operation of movementOperations) {
      const state = Object.keys(movementStates).find(
        (one) => expectedRefusal(one, operation) === 'ok',
      )
      if (state === undefined) continue

      it(`${operation.name}: each is done or refused by name, and the books agree with one another`, async () => {
        const { customer, request } = await subjectIn(state)
        const oneNumber = books.actOf(customer)
        const acts = [
          oneNumber,
          oneNumber,
          oneNumber,
          ...[1, 2, 3].map(() => books.actOf(customer)),
        ]
        const outcomes = await Promise.all(
          acts.map((act) => outcomeIn(undefined, operation, { act, request })),
        )
        expect(outcomes.some(({ kind }) => kind === 'ok')).toBe(true)
        const [first, ...same] = outcomes.slice(0, 3)
        for (const one of same) expect(one).toEqual(first)
        expect(await disagreements()).toEqual([])
      })
    }
  },
)

/** Limits are used by what is drawn or reserved; balances are the sums of their moves; the bank is told of once. */
async function disagreements(): Promise<object[]> {
  return books.owner.query(
    `SELECT 'limit' AS what, customer_no FROM limits
      WHERE used_fen <> (SELECT coalesce(sum(limit_used_fen), 0) FROM loans
                          WHERE loans.customer_no = limits.customer_no)
                      + (SELECT coalesce(sum(amount_fen), 0) FROM draws
                          WHERE draws.customer_no = limits.customer_no AND state = 'reserved')
      UNION ALL
     SELECT 'balance', customer_no
       FROM (SELECT customer_no, loan_no, principal_fen FROM ledger_postings
              UNION ALL
             SELECT customer_no, loan_no, -principal_fen FROM loan_balances) AS rows
      GROUP BY customer_no, loan_no HAVING sum(principal_fen) <> 0
      UNION ALL
     SELECT 'transfer', customer_no
       FROM (SELECT customer_no, abs(sum(bank_fen)) AS moved, loan_no, event FROM ledger_postings
              WHERE event LIKE 'bank-%' GROUP BY customer_no, loan_no, event, sign(bank_fen)) AS told
       JOIN bank_transfers USING (customer_no, loan_no)
      WHERE event = 'bank-' || kind
      GROUP BY customer_no, loan_no, event, moved HAVING moved <> sum(amount_fen)`,
  )
}
