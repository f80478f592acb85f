import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readActs } from '#books-store.ts'
import { readBalances } from '#ledger/index.ts'
import { readLoans } from '#loans/loan-store.ts'
import { receivePayment, repayInPart } from '#payments/payments.ts'
import { replayActs } from '#replay-acts.ts'
import {
  cardId,
  customerWithLoan,
  firstDay,
  booksForTests,
  onlyLoan,
  catchRefusal,
} from '#testing/books.ts'
import { cutRate } from './change-terms.ts'

const books = await booksForTests()

const soon = addDays(firstDay, 10)
const firstDue = localDate('2026-02-15')
const partOn = localDate('2026-02-18')
const late = localDate('2026-03-20')

async function payDue(customer: CustomerNo) {
  const { loanNo, loan } = await onlyLoan(books, customer)
  const amount = dueOn(firstDue, loan)
  await receivePayment(books.deps, books.actOf(customer), { loanNo, amount, cardId })
  return amount
}

const cut = (customer: CustomerNo, loanNo: string) =>
  cutRate(books.deps, books.actOf(customer), {
    loanNo,
    annualRatePpm: 72_000n,
    from: addDays(soon, 1),
  })

it('a rate cut from a day that has passed costs what one in time costs', async () => {
  const [inTime, tooLate] = await Promise.all([customerWithLoan(books), customerWithLoan(books)])
  await books.moveTo(soon)
  await cut(inTime.customer, inTime.loanNo)
  await books.moveTo(firstDue)
  const lower = await payDue(inTime.customer)
  const higher = await payDue(tooLate.customer)
  await books.moveTo(partOn)
  for (const { customer, loanNo } of [inTime, tooLate]) {
    const part = { loanNo, amount: fen(2_000_00n), cardId, keep: 'instalment' } as const
    await repayInPart(books.deps, books.actOf(customer), part)
  }
  await books.moveTo(late)
  await cut(tooLate.customer, tooLate.loanNo)

  const [wanted, got] = await Promise.all(
    [inTime, tooLate].map(({ customer }) => onlyLoan(books, customer)),
  )
  // What was paid too much pays the bill that is due; the rest would be sent back.
  expect(payoffOn(late, got?.loan ?? raise())).toBe(
    payoffOn(late, wanted?.loan ?? raise()) - (higher - lower),
  )
  expect(got?.loan.instalments.length).toBe(wanted?.loan.instalments.length)
  expect(got?.loan.level).toBe(wanted?.loan.level)
  const { database } = books.deps
  const { customer, loanNo } = tooLate
  expect(await readBalances(database, { customer, loanNo })).toEqual(
    positionOf(got?.loan ?? raise(), late),
  )
  const replayed = replayActs(
    await readActs(database, customer),
    await readLoans(database, customer),
  )
  const again = replayed.get(loanNo)
  expect(again?.kind === 'loan' && isDeepStrictEqual(again.loan, got?.loan)).toBe(true)

  // Acts that followed earlier rules cannot be repeated: such a loan is cut from tomorrow on.
  await books.owner.query('UPDATE loans SET is_replayable = false WHERE loan_no = $1', [loanNo])
  const once = cutRate(books.deps, books.actOf(customer), {
    loanNo,
    annualRatePpm: 60_000n,
    from: addDays(soon, 1),
  })
  expect(await catchRefusal(once)).toEqual({ kind: 'rate-cut-date-out-of-range' })
})

it('sends back what is not set off', async () => {
  await books.moveTo(firstDay)
  const { customer, loanNo } = await customerWithLoan(books)
  await books.moveTo(firstDue)
  await payDue(customer)
  await cut(customer, loanNo)
  const [refund] = await books.owner.query<{ amount_fen: bigint; state: string }>(
    'SELECT amount_fen, state FROM refunds WHERE customer_no = $1',
    [customer],
  )
  expect(refund?.amount_fen ?? ZERO).toBeGreaterThan(30_00n)
  expect(refund?.state).toBe('owed')
})

function raise(): never {
  throw new Error('fixture: customer has no loan')
}
