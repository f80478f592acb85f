import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Act } from './act.ts'
import { readLoans } from './loans/loan-store.ts'
import { readActs } from './books-store.ts'
import { replayActs } from './replay-acts.ts'
import { customerWithLoan, firstDay, openBooks, type Books } from './testing/books.ts'
import { digestBooks, runForOutcome, runAndRollBack } from './testing/matrix.ts'
import { operations, requestOf, type Operation, type Request } from './testing/matrix-operations.ts'
import { readAmounts, states, type Subject } from './testing/matrix-states.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books.close())

/** The refusal of each operation that is not possible in a state. All other operations succeed. */
// A table: one state per line.
// oxfmt-ignore
const refusals: Readonly<Record<string, string>> = {
  'drawn today':              'offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, bookPastPayment date-malformed, giveBack more-than-paid, waiveAmount nothing-due',
  'running':                  'offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid, waiveAmount nothing-due',
  'on its due date':          'repayInPart instalments-due-first, offerWaiver not-late-enough, payWithWaiver offer-unknown, consolidateLoans not-late-enough, defaultPlan plan-unknown, noteReturn loan-without-goods, reverseLoan loan-without-goods, reversePayment payment-unknown, giveBack more-than-paid',
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
}

async function subjectIn(state: string): Promise<Subject> {
  await books.moveTo(firstDay)
  const { customer: stranger } = await customerWithLoan(books)
  const build = states[state]
  if (!build) throw new Error(`unknown state: ${state}`)
  return { books, stranger, ...(await build(books)) }
}

type Case = { readonly act: Act; readonly request: Request }

function outcomeIn(tx: Transaction | undefined, operation: Operation, { act, request }: Case) {
  return runForOutcome(books, tx, (deps) => operation.ask(deps, act, request))
}

function expectedRefusal(state: string, { name }: Operation): string {
  const cells = (refusals[state] ?? '').split(', ').map((cell) => cell.split(' '))
  return cells.find(([operation]) => operation === name)?.[1] ?? 'ok'
}

describe('every operation in every loan state', { timeout: 120_000 }, () => {
  for (const state of Object.keys(states)) {
    it(`${state}: each operation succeeds once, or is refused as expected and changes nothing`, async () => {
      const subject = await subjectIn(state)
      const amounts = await readAmounts(subject)
      const before = await digestBooks(books.deps.database)
      for (const operation of operations) {
        const request = requestOf(subject, operation, amounts)
        const act = books.actOf(subject.customer)
        await runAndRollBack(books, (tx) => tryOnce(tx, { state, operation, act, request, before }))
        await runAndRollBack(books, (tx) => tryWrong(tx, { subject, operation, request, before }))
      }
      expect(await digestBooks(books.deps.database)).toBe(before)
    })
  }
})

/**
 * Expects the outcome of the table, the same answer for a repetition, and a refusal for another
 * request under the number.
 */
async function tryOnce(
  tx: Transaction,
  tried: Case & { readonly state: string; readonly operation: Operation; readonly before: string },
): Promise<void> {
  const { state, operation, act, request, before } = tried
  const label = `${operation.name}, ${state}`
  const first = await outcomeIn(tx, operation, { act, request })
  expect([label, first.kind]).toEqual([label, expectedRefusal(state, operation)])
  const after = await digestBooks(tx)
  if (first.kind !== 'ok') return expect([label, after]).toEqual([label, before])

  const again = await outcomeIn(tx, operation, { act, request })
  expect([label, again]).toEqual([label, first])
  for (const [other, changes] of othersThan(operation, request)) {
    const taken = await outcomeIn(tx, other, { act, request: { ...request, ...changes } })
    const changed = `${other.name} ${Object.keys(changes).join(' ')}`
    expect([label, changed, taken.kind]).toEqual([label, changed, 'number-taken'])
  }
  expect([label, await digestBooks(tx)]).toEqual([label, after])
}

/** Another operation, and the same one with each field except the loan changed. */
function othersThan(operation: Operation, request: Request): [Operation, Partial<Request>][] {
  const others = operations.filter(
    ({ name }) => name === 'receivePayment' || name === 'defaultPlan',
  )
  const other = others.find((one) => one !== operation) ?? operation
  const changed: Partial<Request> = {
    amount: fen(request.amount + 1n),
    cardId: 'card-2',
    days: request.days + 1,
    months: request.months - 6,
    through: request.through + 1,
    annualRatePpm: 40_000n,
    from: addDays(request.from, -1),
    lastDay: addDays(request.lastDay, 1),
    penaltySharePpm: 1n,
    interestSharePpm: 1n,
    keep: 'instalment',
    paymentNo: 'another-payment',
  }
  const ofFields = operation.fields.map((field): [Operation, Partial<Request>] => [
    operation,
    { [field]: changed[field] },
  ])
  return [[other, {}], ...ofFields]
}

async function tryWrong(
  tx: Transaction,
  tried: {
    readonly subject: Subject
    readonly operation: Operation
    readonly request: Request
    readonly before: string
  },
): Promise<void> {
  const { subject, operation, request, before } = tried
  const asStranger = { act: books.actOf(subject.stranger), request }
  const stolen = await outcomeIn(tx, operation, asStranger)
  expect([operation.name, stolen.kind]).toEqual([operation.name, 'loan-unknown'])
  const unknown = { ...request, loanNo: 'no-such-loan', loanNos: ['no-such-loan'] }
  const missing = await outcomeIn(tx, operation, {
    act: books.actOf(subject.customer),
    request: unknown,
  })
  expect([operation.name, missing.kind]).toEqual([operation.name, 'loan-unknown'])

  for (const [what, change] of operation.wrong) {
    const wrong = { act: books.actOf(subject.customer), request: { ...request, ...change } }
    const { kind } = await outcomeIn(tx, operation, wrong)
    expect(`${operation.name} with ${what}: ${kind}`).not.toMatch(/: ok$/)
  }
  expect([operation.name, await digestBooks(tx)]).toEqual([operation.name, before])
}

describe('concurrent operations', { timeout: 120_000 }, () => {
  for (const operation of operations) {
    const state = Object.keys(states).find((one) => expectedRefusal(one, operation) === 'ok') ?? ''

    it(`${operation.name} succeeds or is refused, and a replay of the audit log gives the same loans`, async () => {
      const subject = await subjectIn(state)
      const { customer } = subject
      const request = requestOf(subject, operation, await readAmounts(subject))
      const oneNumber = books.actOf(customer)
      const acts = [oneNumber, oneNumber, oneNumber, ...[1, 2, 3].map(() => books.actOf(customer))]
      const outcomes = await Promise.all(
        acts.map((act) => outcomeIn(undefined, operation, { act, request })),
      )
      expect(outcomes.some(({ kind }) => kind === 'ok')).toBe(true)
      const [first, ...same] = outcomes.slice(0, 3)
      for (const one of same) expect(one).toEqual(first)
      const stored = await readLoans(books.deps.database, customer)
      const replayed = replayActs(await readActs(books.deps.database, customer), stored)
      for (const { loanNo, loan } of stored) {
        expect(replayed.get(loanNo)).toEqual({ kind: 'loan', loan, past: expect.anything() })
      }
    })
  }
})
