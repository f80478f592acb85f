import { addMonths } from '#calendar/local-date.ts'
import { positionOf, totalsOf } from '#ledger/position.ts'
import { isSettled, partNames, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { sum, type Money } from '#money/money.ts'
import { closedOn } from '#repayment/closing.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { waivedAmountsOf, type Life, type TrackedLoan } from '#testing/life.ts'
import type { Charges } from '#testing/reference.ts'

/** A history violates a law; the message states the law, the steps and the loan. */
class LawViolation extends Error {}

/** Checks laws 2, 5 and 6 after every operation. */
export function checkLoanLaws(life: Life, lived: TrackedLoan): void {
  checkCash(life, lived)
  if (!isSettled(lived.loan)) {
    const closed = closedOn(life.today, withPenaltyUntil(life.today, lived.loan)).instalments
    const charges = lived.reference.charged(life.today)
    if (!lived.isRebuilt) checkCharges(life, lived, { closed, charges })
    checkDiscounts(life, lived, closed)
    if (!lived.isRebuilt) checkCoupon(life, lived, { closed, charges })
  }
  checkLedger(life, lived)
}

function total(rows: readonly Instalment[], amount: (row: Instalment) => bigint): number {
  return Number(rows.reduce((sum, row) => sum + amount(row), 0n))
}

/** Rounding tolerance: two fen per instalment, and two for the total. */
function toleranceOf({ instalments }: Loan): number {
  return 2 + 2 * instalments.length
}

type Closed = { closed: readonly Instalment[]; charges: Charges }

/** Laws 2 and 4: the payoff is the principal plus the reference's charges for its days. */
function checkCharges(life: Life, lived: TrackedLoan, { closed, charges }: Closed): void {
  const near = (law: string, difference: number) =>
    expectNear(life, `law 2: ${law}`, difference, toleranceOf(lived.loan))
  near('interest', total(closed, ({ due }) => due.interest) - charges.interest)
  const taken = Number(lived.penaltyTakenOver)
  near('penalty', total(closed, ({ due }) => due.penalty) - taken - charges.penalty)
  near('fee', total(closed, ({ due }) => due.fee) - charges.fee)
  const { charged } = totalsOf(lived.loan, life.today)
  near('penalty in the ledger', Number(charged.penalty) - taken - charges.penalty)
  near('fee in the ledger', Number(charged.fee) - charges.fee)
}

/** Law 2: principal equals the amount lent, and the paid parts equal the cash received. */
function checkCash(life: Life, lived: TrackedLoan): void {
  const { loan, received, overpaid, reversedOn } = lived
  if (reversedOn) return
  const lent = sum(loan.instalments.map(({ due }) => due.principal))
  if (lent !== loan.amount) fail(life, `law 2: principal is ${lent} of ${loan.amount}`)
  const paid = sum(loan.instalments.map((row) => sumOfParts(row.paid)))
  if (paid !== received - overpaid) {
    fail(life, `law 2: ${paid} is paid, ${received} came in, ${overpaid} too much`)
  }
}

/** Law 5: a discount never exceeds the amount it applies to. */
function checkDiscounts(life: Life, { loan }: TrackedLoan, closed: readonly Instalment[]): void {
  for (const row of closed) {
    for (const part of partNames) {
      if (row.waived[part] > row.due[part]) fail(life, `law 5: ${part} of ${row.n}`)
    }
  }
  for (const row of loan.instalments) {
    for (const part of partNames) {
      const cells = [row.due[part], row.paid[part], row.waived[part]]
      const open = row.due[part] - row.paid[part] - row.waived[part]
      if ([...cells, open].some((cell) => cell < 0n)) {
        fail(life, `law 5: ${part} of ${row.n} is ${cells.join(' ')}`)
      }
    }
  }
}

/** Law 5: a coupon discounts exactly its share, its days or its amount. */
function checkCoupon(life: Life, lived: TrackedLoan, { closed, charges }: Closed): void {
  const { loan, isGivenUpCut } = lived
  const { coupon } = loan
  if (!coupon || isGivenUpCut) return
  const waivers = waivedAmountsOf(lived)
  const interest = total(closed, ({ waived }) => waived.interest) - Number(waivers.interest)
  const principal = total(closed, ({ waived }) => waived.principal)
  const near = (law: string, expected: number) =>
    expectNear(life, `law 5: ${law}`, interest - expected, toleranceOf(loan))
  switch (coupon.kind) {
    case 'interest-share-off':
      return near('share off', (charges.interest * Number(coupon.sharePpm)) / 1e6)
    case 'interest-free-days':
      return near('free days', charges.free)
    case 'sum-off-first-instalment': {
      if (interest + principal > Number(coupon.amount)) {
        fail(life, `law 5: ${interest + principal} off by a coupon of ${coupon.amount}`)
      }
      const isEarly = life.today < addMonths(loan.start, 1)
      if (isEarly && principal > 0) fail(life, 'law 5: a sum off of principal that is not due')
    }
  }
}

/** Law 6: the balance of each account equals the loan's own figure. */
function checkLedger(life: Life, lived: TrackedLoan): void {
  const { loan, entries, received, overpaid, refunded, origin, reversedOn } = lived
  const position = positionOf(loan, life.today)
  const balances = balancesOf(lived)
  for (const part of partNames) {
    const balance = balances.get(part) ?? 0n
    if (balance !== position[part]) {
      fail(life, `law 6: ${part} is ${balance} by its entries, ${position[part]} by the loan`)
    }
  }
  if (reversedOn || origin !== 'draw' || entries.length === 0) return
  const money = (balances.get('clearing') ?? 0n) + (balances.get('conversion') ?? 0n)
  const cash = received - refunded - loan.amount
  if (money !== cash) fail(life, `law 6: ${money} of cash by its entries, ${cash} moved`)
  const payable = -(balances.get('refunds-payable') ?? 0n)
  if (payable !== overpaid - refunded) fail(life, `law 6: ${payable} is payable back`)
}

function balancesOf({ entries }: TrackedLoan): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  for (const { debit, credit, amount } of entries) {
    balances.set(debit, (balances.get(debit) ?? 0n) + amount)
    balances.set(credit, (balances.get(credit) ?? 0n) - amount)
  }
  return balances
}

/** Laws 4 and 7: the quoted payoff settled the loan, and no unearned charge was kept. */
export function checkSettled(
  life: Life,
  { loan, penaltyTakenOver }: TrackedLoan,
  settled: { amount: Money; overpaid: Money; charges: Charges },
): void {
  const { amount, overpaid, charges } = settled
  if (!isSettled(loan) || (overpaid !== 0n && amount !== 0n)) {
    fail(life, `law 7: ${overpaid} too much`)
  }
  const totalOf = (part: 'interest' | 'penalty' | 'fee') =>
    total(loan.instalments, ({ paid, waived }) => paid[part] + waived[part])
  const near = (law: string, difference: number) =>
    expectNear(life, `law 4: ${law} kept`, difference, toleranceOf(loan))
  near('interest', totalOf('interest') - charges.interest)
  near('penalty', totalOf('penalty') - Number(penaltyTakenOver) - charges.penalty)
  near('fee', totalOf('fee') - charges.fee)
}

/** Law 4: after a reversal all payments are payable back, and every account is zero. */
export function checkReturned(life: Life, lived: TrackedLoan, paidBack: Money): void {
  if (paidBack + lived.overpaid !== lived.received) {
    fail(life, `law 4: ${paidBack} of ${lived.received} goes back`)
  }
  for (const [account, balance] of balancesOf(lived)) {
    const isOfCustomer = account === 'refunds-payable' || account === 'clearing'
    if (!isOfCustomer && balance !== 0n) fail(life, `law 4: ${account} keeps ${balance}`)
  }
}

export function expectNear(
  life: Life,
  law: string,
  difference: number | bigint,
  tolerance: number,
): void {
  const off = Math.abs(Number(difference))
  if (off > tolerance) fail(life, `${law}: off by ${Number(difference).toFixed(3)} fen`)
}

export function fail(life: Life, message: string): never {
  throw new LawViolation(`${message}\n  ${life.log.join('\n  ')}\n  on ${life.today}`)
}
