import type { LocalDate } from '#calendar/local-date.ts'
import type { Entry } from '#ledger/entries.ts'
import { positionOf } from '#ledger/position.ts'
import { isSettled, partNames, type Loan } from '#loans/loan.ts'
import { fen, sum } from '#money/money.ts'
import { closedOn } from '#repayment/closing.ts'
import { payoffOn, repayInFull } from '#repayment/early-full.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { valueOf } from '#specimen.ts'
import type { Reference } from '#testing/reference.ts'

/** A loan in the middle of a random history. */
export interface Lived {
  loan: Loan
  today: LocalDate
  isBroken: boolean
  readonly reference: Reference
  readonly entries: Entry[]
  readonly log: string[]
}

/** A history that breaks a law; the message names the law, the step and the loan. */
export class LawBroken extends Error {}

/** Laws 2, 5 and 6, after every operation. */
export function checkAll(lived: Lived): void {
  checkReference(lived)
  checkDiscounts(lived)
  checkLedger(lived)
}

/** Laws 2 and 4: what settles the loan is principal, and what the reference has for its days. */
function checkReference(lived: Lived): void {
  const { loan, today, reference } = lived
  if (isSettled(loan)) return
  const { instalments } = closedOn(today, withPenaltyUntil(today, loan))
  const of = (amount: (row: Loan['instalments'][number]) => bigint) =>
    Number(instalments.reduce((total, row) => total + amount(row), 0n))
  const { interest, penalty } = reference.charged(today)
  const tolerance = 2 + 2 * loan.instalments.length
  expectNear(lived, 'law 2: interest', of(({ due }) => due.interest) - interest, tolerance)
  expectNear(lived, 'law 2: penalty', of(({ due }) => due.penalty) - penalty, tolerance)
}

/** Law 5: a discount is never more than what it discounts. */
function checkDiscounts(lived: Lived): void {
  const { loan, today } = lived
  for (const row of closedOn(today, loan).instalments) {
    for (const part of partNames) {
      if (row.waived[part] > row.due[part]) fail(lived, `law 5: ${part} of ${row.n}`)
    }
  }
  for (const row of loan.instalments) {
    for (const part of partNames) {
      const cells = [row.due[part], row.paid[part], row.waived[part]]
      const open = row.due[part] - row.paid[part] - row.waived[part]
      if ([...cells, open].some((cell) => cell < 0n)) {
        fail(lived, `law 5: ${part} of ${row.n} is ${cells.join(' ')}`)
      }
    }
  }
}

/** Law 6: what the entries leave on each account is what the loan says. */
function checkLedger(lived: Lived): void {
  const { loan, today, entries } = lived
  const position = positionOf(loan, today)
  for (const part of partNames) {
    let balance = 0n
    for (const { debit, credit, amount } of entries) {
      if (debit === part) balance += amount
      if (credit === part) balance -= amount
    }
    if (balance !== position[part]) {
      fail(lived, `law 6: ${part} is ${balance} by its entries, ${position[part]} by the loan`)
    }
  }
}

/** Laws 4 and 7: the payoff that is quoted settles the loan, and nothing is left of it. */
export function settle(lived: Lived): void {
  const { loan, today } = lived
  if (isSettled(loan)) return
  const amount = payoffOn(today, loan)
  const { loan: end, overpaid } = valueOf(repayInFull(loan, { amount, today }))
  if (!isSettled(end) || (overpaid !== 0n && amount !== 0n))
    fail(lived, `law 7: ${overpaid} too much`)
  const { interest, penalty } = lived.reference.charged(today)
  const kept = (part: 'interest' | 'penalty') =>
    Number(sum(end.instalments.map(({ paid, waived }) => fen(paid[part] + waived[part]))))
  const tolerance = 2 + 2 * loan.instalments.length
  expectNear(lived, 'law 4: interest kept', kept('interest') - interest, tolerance)
  expectNear(lived, 'law 4: penalty kept', kept('penalty') - penalty, tolerance)
}

export function expectNear(
  lived: Lived,
  law: string,
  difference: number | bigint,
  tolerance: number,
): void {
  const off = Math.abs(Number(difference))
  if (off > tolerance) fail(lived, `${law}: off by ${Number(difference).toFixed(3)} fen`)
}

export function fail(lived: Lived, message: string): never {
  throw new LawBroken(`${message}\n  ${lived.log.join('\n  ')}\n  on ${lived.today}`)
}
