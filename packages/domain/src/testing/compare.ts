import { isOpen, partNames } from '#loans/loan.ts'
import { billsOf } from '#repayment/bill.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { dueOn } from '#repayment/repay.ts'
import { fail, type Life, type TrackedLoan } from '#testing/life.ts'
import type { ReferenceBill } from '#testing/reference/reference.ts'

/** When all that is open is due, the bills sum to the payoff. [R11] */
export function compareBills(life: Life, { past: { loan } }: TrackedLoan): void {
  const { today } = life
  const payoff = payoffOn(today, loan)
  if (payoff === 0n || loan.instalments.some((row) => isOpen(row) && row.dueDate > today)) return
  const bills = billsOf(loan, today).reduce((all, { amount }) => all + amount, 0n)
  if (bills !== payoff) fail(life, `law 2: the bills sum to ${bills}, the payoff is ${payoff}`)
}

/** Every figure that a borrower sees of a loan is the one of the reference. */
export function compareLoan(life: Life, { past: { loan }, reference }: TrackedLoan): void {
  const { today } = life
  const actual = linesOf(billsOf(loan, today)).concat(
    `due ${dueOn(today, loan)}, payoff ${payoffOn(today, loan)}`,
  )
  const payoff = reference.payoff(today)
  const expected = linesOf(reference.bills(today)).concat(
    `due ${reference.due(today)}, payoff ${payoff > 0n ? payoff : 0n}`,
  )
  if (actual.join() === expected.join()) return
  const lines = Array.from({ length: Math.max(actual.length, expected.length) }, (_, index) =>
    actual[index] === expected[index]
      ? `      ${actual[index] ?? ''}`
      : `  was ${actual[index] ?? '–'}\n  not ${expected[index] ?? '–'}`,
  )
  fail(life, `law 2: a loan is not what its terms and acts make it\n${lines.join('\n')}`)
}

type ShownBill = Pick<ReferenceBill, 'n' | 'due' | 'waived' | 'open'> & { readonly dueDate: string }

function linesOf(bills: readonly ShownBill[]): string[] {
  return bills.map(
    ({ n, dueDate, due, waived, open }) =>
      `${n} ${dueDate} due ${cells(due)}, waived ${cells(waived)}, open ${cells(open)}`,
  )
}

function cells(of: ReferenceBill['due']): string {
  return partNames.map((part) => of[part]).join(' ')
}
