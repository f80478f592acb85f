import { describe, expect, it } from 'vitest'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { ZERO } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Act } from './act.ts'
import { readLoans } from './loans/loan-store.ts'
import { customerWithLoan, firstDay, booksForTests } from './testing/books.ts'
import {
  checkBooks,
  digestBooks,
  requestOf,
  runAndRollBack,
  runForOutcome,
  type Build,
  type Operation,
  type Request,
} from './testing/catalogue.ts'
import { loanOperations } from './testing/loan-operations.ts'
import { loanStates } from './testing/loan-states.ts'
import { movementOperations } from './testing/movement-operations.ts'
import { movementStates } from './testing/movement-states.ts'

const books = await booksForTests()

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

/** The refusal of each operation that is not possible in a state. All other operations succeed. */
// A table: one state per line.
// oxfmt-ignore
const refusals: Readonly<Record<string, string>> = {
  'drawn today':              'offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, bookPastPayment date-malformed, giveBack more-than-paid, waiveAmount nothing-due',
  'running':                  'offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
  'on its due date':          'repayInPart instalments-due-first, offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
  'on its due date with a coupon': 'repayInPart instalments-due-first, offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount waiver-with-coupon',
  'late within grace':        'repayInPart instalments-due-first, offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill bill-overdue, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
  'with a reversed payment':  'repayInPart instalments-due-first, offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill bill-overdue, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-not-reversible, giveBack more-than-paid',
  'late by 40 days':          'repayInPart instalments-due-first, deferInstalment too-late-to-defer, grantForbearanceOnLoan too-late-to-defer, payWithWaiver offer-unknown, convertLoanBill bill-overdue, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
  'late by 100 days':         'repayInPart instalments-due-first, deferInstalment too-late-to-defer, grantForbearanceOnLoan too-late-to-defer, payWithWaiver offer-unknown, convertLoanBill bill-overdue, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
  'late with an offer':       'repayInPart instalments-due-first, deferInstalment too-late-to-defer, grantForbearanceOnLoan too-late-to-defer, convertLoanBill bill-overdue, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
  'late with a lapsed offer': 'repayInPart instalments-due-first, deferInstalment too-late-to-defer, grantForbearanceOnLoan too-late-to-defer, payWithWaiver offer-lapsed, convertLoanBill bill-overdue, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
  'paid ahead':               'deferInstalment nothing-to-defer, offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill nothing-owed, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, waiveAmount nothing-due',
  'deferred':                 'deferInstalment deferral-out-of-range, offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
  'in relief':                'deferInstalment deferral-out-of-range, offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
  'with a converted bill':    'deferInstalment nothing-to-defer, offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill nothing-owed, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
  'settled':                  'repayInFull nothing-owed, repayInPart nothing-owed, deferInstalment nothing-to-defer, grantForbearanceOnLoan nothing-owed, cutRate nothing-owed, offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill nothing-owed, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, waiveAmount nothing-due',
  'joined into a plan':       'repayInFull nothing-owed, repayInPart nothing-owed, deferInstalment nothing-to-defer, grantForbearanceOnLoan nothing-owed, cutRate nothing-owed, offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill nothing-owed, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
  'a plan':                   'offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill plan-not-again, consolidateLoans not-late-enough, defaultPlan not-late-enough, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, bookPastPayment date-malformed, waiveAmount nothing-due',
  'a broken plan':            'repayInPart instalments-due-first, deferInstalment plan-defaulted, grantForbearanceOnLoan plan-defaulted, payWithWaiver offer-unknown, convertLoanBill plan-not-again, consolidateLoans plan-not-again, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
  'goods on their way back':  'offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill plan-not-again, consolidateLoans not-late-enough, defaultPlan plan-unknown, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
  'goods given back':         'repayInFull nothing-owed, repayInPart nothing-owed, deferInstalment nothing-to-defer, grantForbearanceOnLoan nothing-owed, cutRate nothing-owed, offerWaiver not-late-enough, payWithWaiver offer-unknown, convertLoanBill nothing-owed, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn nothing-owed, reverseLoan nothing-owed, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
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
  'returned goods':                 `${isOpen}, ${noDraw}, ${noRefund}, confirm collection transfer-unknown, confirm refund transfer-unknown, confirm reversal transfer-unknown`,
  'returned goods, repaid':         `${isOpen}, ${noDraw}, ${noRefund}, confirm collection transfer-unknown, confirm refund transfer-unknown, confirm reversal transfer-unknown`,
}

type Group = {
  readonly states: Readonly<Record<string, Build>>
  readonly operations: readonly Operation[]
  /** Operations whose requests are refused under a number that another operation has taken. */
  readonly others: readonly string[]
  /** Operations that move money again under a new number. */
  readonly repeatable: readonly string[]
}

const groups: Readonly<Record<string, Group>> = {
  'a loan': {
    states: loanStates,
    operations: loanOperations,
    others: ['receivePayment', 'defaultPlan'],
    repeatable: loanOperations.map(({ name }) => name),
  },
  'a limit, a draw, a refund and a transfer': {
    states: movementStates,
    operations: movementOperations,
    others: ['openLimit', 'cancelLimit'],
    repeatable: ['reserveDraw'],
  },
}

function expectedRefusal(state: string, { name }: Operation): string {
  const cells = (refusals[state] ?? '').split(', ')
  const cell = cells.find((one) => one.slice(0, one.lastIndexOf(' ')) === name)
  return cell?.slice(cell.lastIndexOf(' ') + 1) ?? 'ok'
}

/** A customer in a state, another customer with a loan, and a valid request for each operation. */
async function subjectIn({ states }: Group, state: string) {
  await books.moveTo(firstDay)
  const { customer: stranger } = await customerWithLoan(books)
  const build = states[state]
  if (!build) throw new Error(`unknown state: ${state}`)
  const subject = await build(books)
  const { customer, today, loanNo } = subject
  const stored = await readLoans(books.deps.database, customer)
  const loan = stored.find((one) => one.loanNo === loanNo)?.loan
  const amounts = loan && { due: dueOn(today, loan), payoff: payoffOn(today, loan) }
  const requestFor = ({ amount }: Operation) =>
    requestOf(subject, (amounts && amount?.(amounts)) ?? ZERO)
  return { customer, stranger, requestFor }
}

type Case = { readonly act: Act; readonly request: Request }

function outcomeIn(tx: Transaction | undefined, operation: Operation, { act, request }: Case) {
  return runForOutcome(books, tx, (deps) => operation.ask(deps, act, request))
}

/** Tables that hold money: a second notice of the same thing may be logged, and moves nothing. */
async function moneyOf(tx: Transaction): Promise<object> {
  const [row] = await tx.query<Record<string, string>>(
    `SELECT (SELECT sum(used_fen) FROM limits)::text AS used,
            (SELECT sum(principal_fen) FROM loan_balances)::text AS principal,
            (SELECT count(*) FROM ledger_postings)::text AS moves,
            (SELECT sum(bank_fen) FROM ledger_postings)::text AS bank,
            (SELECT sum(refunds_payable_fen) FROM ledger_postings)::text AS refunds,
            (SELECT string_agg(state, ' ' ORDER BY customer_no, refund_no) FROM refunds) AS refund_states,
            (SELECT string_agg(state, ' ' ORDER BY customer_no, draw_no) FROM draws) AS draw_states,
            (SELECT string_agg(state, ' ' ORDER BY customer_no, coupon_no) FROM coupons) AS coupons`,
  )
  return row ?? {}
}

describe.each(Object.entries(groups))('every operation in every state of %s', (_, group) => {
  for (const state of Object.keys(group.states)) {
    it(`${state}: each operation succeeds once, or is refused as expected and changes nothing`, async () => {
      const { customer, stranger, requestFor } = await subjectIn(group, state)
      const before = await digestBooks(books.deps.database)
      for (const operation of group.operations) {
        const tried = { group, state, operation, before, customer, request: requestFor(operation) }
        await runAndRollBack(books, (tx) => tryOnce(tx, tried))
        await runAndRollBack(books, (tx) => tryWrong(tx, { ...tried, stranger }))
      }
      expect(await digestBooks(books.deps.database)).toBe(before)
    }, 120_000)
  }
})

type Attempt = {
  readonly group: Group
  readonly state: string
  readonly operation: Operation
  readonly before: string
  readonly customer: CustomerNo
  readonly request: Request
}

/**
 * Expects the outcome of the table, books as the domain's rules give them, the same answer for a
 * repetition, a refusal for another request under the number, and no money moved twice under a new one.
 */
async function tryOnce(tx: Transaction, tried: Attempt): Promise<void> {
  const { group, state, operation, before, customer, request } = tried
  const act = books.actOf(customer)
  const label = `${operation.name}, ${state}`
  const first = await outcomeIn(tx, operation, { act, request })
  expect([label, first.kind]).toEqual([label, expectedRefusal(state, operation)])
  const after = await digestBooks(tx)
  if (first.kind !== 'ok') return expect([label, after]).toEqual([label, before])

  await checkBooks(tx, customer)
  expect([label, await outcomeIn(tx, operation, { act, request })]).toEqual([label, first])
  const other = group.operations.find((one) => group.others.includes(one.name) && one !== operation)
  for (const [useCase, changes] of [
    [other ?? operation, {}] as const,
    ...(operation.others?.(request) ?? []).map((change) => [operation, change] as const),
  ]) {
    const taken = await outcomeIn(tx, useCase, { act, request: { ...request, ...changes } })
    const changed = `${useCase.name} ${Object.keys(changes).join(' ')}`
    expect([label, changed, taken.kind]).toEqual([label, changed, 'number-taken'])
  }
  expect([label, await digestBooks(tx)]).toEqual([label, after])
  if (group.repeatable.includes(operation.name)) return

  const money = await moneyOf(tx)
  await outcomeIn(tx, operation, { act: books.actOf(customer), request })
  expect([label, await moneyOf(tx)]).toEqual([label, money])
}

async function tryWrong(
  tx: Transaction,
  tried: Attempt & { readonly stranger: CustomerNo },
): Promise<void> {
  const { state, operation, before, customer, stranger, request } = tried
  const { unknown, wrong } = operation
  const label = `${operation.name}, ${state}`
  if (unknown) {
    for (const change of unknown.changes) {
      const missing = { act: books.actOf(customer), request: { ...request, ...change } }
      const { kind } = await outcomeIn(tx, operation, missing)
      expect([label, change, kind]).toEqual([label, change, unknown.kind])
    }
    const { kind } = await outcomeIn(tx, operation, { act: books.actOf(stranger), request })
    expect([label, 'another customer', kind]).toEqual([label, 'another customer', unknown.kind])
  }
  for (const [what, change, always] of wrong?.(request) ?? []) {
    const asked = { act: books.actOf(customer), request: { ...request, ...change } }
    const { kind } = await outcomeIn(tx, operation, asked)
    expect(kind, `${label} with ${what}`).not.toBe('ok')
    const allowed = [always ?? kind, expectedRefusal(state, operation)]
    expect(allowed, `${label} with ${what}`).toContain(kind)
  }
  const malformed = { act: books.actOf(customer, 'a number with spaces'), request }
  const unnamed = await outcomeIn(tx, operation, malformed)
  expect([label, unnamed.kind]).toEqual([label, 'number-malformed'])
  expect([label, await digestBooks(tx)]).toEqual([label, before])
}

describe.each(Object.entries(groups))('concurrent operations on %s', (_, group) => {
  for (const operation of group.operations) {
    const isPossible = (state: string) => expectedRefusal(state, operation) === 'ok'
    const state = Object.keys(group.states).find(isPossible)
    if (state === undefined) continue

    it(`${operation.name}: each succeeds or is refused, and the books agree with the audit log`, async () => {
      const { customer, requestFor } = await subjectIn(group, state)
      const request = requestFor(operation)
      const oneNumber = books.actOf(customer)
      const others = [1, 2, 3].map(() => books.actOf(customer))
      const outcomes = await Promise.all(
        [oneNumber, oneNumber, oneNumber, ...others].map((act) =>
          outcomeIn(undefined, operation, { act, request }),
        ),
      )
      expect(outcomes.some(({ kind }) => kind === 'ok')).toBe(true)
      const [first, ...same] = outcomes.slice(0, 3)
      for (const one of same) expect(one).toEqual(first)
      await checkBooks(books.deps.database, customer)
    }, 120_000)
  }
})
