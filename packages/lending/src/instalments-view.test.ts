import { expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isOpen, openParts, partNames, sumOfParts, type Loan } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { deferInstalment } from './changes/change-terms.ts'
import { readLoans } from './loans/loan-store.ts'
import { offerWaiver, payWithWaiver } from './payments/waivers.ts'
import { receivePayment } from './payments/payments.ts'
import { cardId, customerWithLoan, firstDay, booksForTests } from './testing/books.ts'

const books = await booksForTests()

const firstDue = localDate('2026-02-15')
const late = localDate('2026-03-27')

it('the instalments view has one row per instalment with the values that the code reads', async () => {
  const { deps, actOf, moveTo } = books
  await moveTo(firstDay)
  const [unpaid, paying, delayed, waived] = [
    await customerWithLoan(books),
    await customerWithLoan(books, { months: 3 }),
    await customerWithLoan(books, { months: 6 }),
    await customerWithLoan(books, { months: 3 }),
  ]
  await moveTo(addDays(firstDay, 10))
  await deferInstalment(deps, actOf(delayed.customer), { loanNo: delayed.loanNo, days: 7 })
  await moveTo(firstDue)
  const amount = dueOn(firstDue, await loanOf(paying))
  await receivePayment(deps, actOf(paying.customer), { loanNo: paying.loanNo, amount, cardId })
  await moveTo(late)
  const part = { loanNo: paying.loanNo, amount: fen(100_00n), cardId }
  await receivePayment(deps, actOf(paying.customer), part)
  await payWaived(waived)

  const states = new Set<string>()
  for (const { customer } of [unpaid, paying, delayed, waived]) {
    const rows = await viewOf(customer)
    expect(rows).toEqual(await instalmentsRead(customer, late))
    for (const { state } of rows) states.add(state)
  }
  expect([...states].toSorted()).toEqual(['open', 'overdue', 'settled'])
})

type Row = { readonly n: number; readonly state: string } & Readonly<Record<string, unknown>>

function viewOf(customer: CustomerNo): Promise<Row[]> {
  return books.deps.database.query<Row>(
    'SELECT * FROM instalments WHERE customer_no = $1 ORDER BY loan_no, n',
    [customer],
  )
}

/** The expected rows of the view, computed from the loans. */
async function instalmentsRead(customer: CustomerNo, today: LocalDate): Promise<Row[]> {
  const loans = await readLoans(books.deps.database, customer)
  return loans.flatMap(({ loanNo, loan }) =>
    loan.instalments.map((one) => ({
      customer_no: customer,
      loan_no: loanNo,
      n: one.n,
      period_from: one.period.from,
      period_to: one.period.to,
      due_date: one.dueDate,
      ...Object.fromEntries(
        (['due', 'waived', 'paid'] as const).flatMap((side) =>
          partNames.map((part) => [`${part}_${side}_fen`, one[side][part]]),
        ),
      ),
      ...Object.fromEntries(partNames.map((part) => [`${part}_open_fen`, openParts(one)[part]])),
      open_fen: sumOfParts(openParts(one)),
      state: isOpen(one) ? (one.dueDate < today ? 'overdue' : 'open') : 'settled',
    })),
  )
}

type Borrower = { readonly customer: CustomerNo; readonly loanNo: string }

async function loanOf({ customer, loanNo }: Borrower): Promise<Loan> {
  const loans = await readLoans(books.deps.database, customer)
  const found = loans.find((one) => one.loanNo === loanNo)
  if (!found) throw new Error(`loan ${loanNo} not found`)
  return found.loan
}

/** Pays a late loan with an offer that waives all penalty and a part of the interest. */
async function payWaived(borrower: Borrower): Promise<void> {
  const { customer, loanNo } = borrower
  const { deps, actOf } = books
  const offer = {
    penaltySharePpm: 1_000_000n,
    interestSharePpm: 300_000n,
    lastDay: addDays(late, 5),
  }
  const { offerNo } = await offerWaiver(deps, actOf(customer), { ...offer, loanNo })
  const { toPay } = waiverTermsOn(late, { loan: await loanOf(borrower), offer })
  await payWithWaiver(deps, actOf(customer), { loanNo, cardId, offerNo, amount: toPay })
}
