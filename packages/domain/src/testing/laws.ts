import { addDays, addMonths, type LocalDate } from '#calendar/local-date.ts'
import { positionOf } from '#ledger/position.ts'
import {
  isSettled,
  openParts,
  partNames,
  sumOfParts,
  type Instalment,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { fen, subtract, sum, type Money } from '#money/money.ts'
import { closedOn } from '#repayment/closing.ts'
import { payoffOn } from '#repayment/early-full.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { receivePayment } from '#repayment/repay.ts'
import { givenUpOf, type Life, type Lived } from '#testing/life.ts'
import type { Charges } from '#testing/reference.ts'

/** A history that breaks a law; the message names the law, the steps and the loan. */
class LawBroken extends Error {}

/** Laws 2, 5 and 6, after every operation. */
export function checkLived(life: Life, lived: Lived): void {
  checkCash(life, lived)
  if (!isSettled(lived.loan)) {
    const closed = closedOn(life.today, withPenaltyUntil(life.today, lived.loan)).instalments
    const charges = lived.reference.charged(life.today)
    checkCharges(life, lived, { closed, charges })
    checkDiscounts(life, lived, closed)
    checkCoupon(life, lived, { closed, charges })
  }
  checkLedger(life, lived)
}

function total(rows: readonly Instalment[], amount: (row: Instalment) => bigint): number {
  return Number(rows.reduce((sum, row) => sum + amount(row), 0n))
}

/** Rounding: two fen for each instalment, and for the total. */
function toleranceOf({ instalments }: Loan): number {
  return 2 + 2 * instalments.length
}

type Closed = { closed: readonly Instalment[]; charges: Charges }

/** Laws 2 and 4: what settles the loan is principal, and what the reference has for its days. */
function checkCharges(life: Life, lived: Lived, { closed, charges }: Closed): void {
  const near = (law: string, difference: number) =>
    expectNear(life, `law 2: ${law}`, difference, toleranceOf(lived.loan))
  near('interest', total(closed, ({ due }) => due.interest) - charges.interest)
  const taken = Number(lived.penaltyTakenOver)
  near('penalty', total(closed, ({ due }) => due.penalty) - taken - charges.penalty)
  near('fee', total(closed, ({ due }) => due.fee) - charges.fee)
}

/** Law 2: principal is what was lent, and what the instalments have as paid is what came in. */
function checkCash(life: Life, lived: Lived): void {
  const { loan, received, overpaid, reversedOn } = lived
  if (reversedOn) return
  const lent = sum(loan.instalments.map(({ due }) => due.principal))
  if (lent !== loan.amount) fail(life, `law 2: principal is ${lent} of ${loan.amount}`)
  const paid = sum(loan.instalments.map((row) => sumOfParts(row.paid)))
  if (paid !== received - overpaid) {
    fail(life, `law 2: ${paid} is paid, ${received} came in, ${overpaid} too much`)
  }
}

/** Law 5: a discount is never more than what it discounts. */
function checkDiscounts(life: Life, { loan }: Lived, closed: readonly Instalment[]): void {
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

/** Law 5: a coupon gives its share, its days or its sum, and no more. */
function checkCoupon(life: Life, lived: Lived, { closed, charges }: Closed): void {
  const { loan, isGivenUpCut } = lived
  const { coupon } = loan
  if (!coupon || isGivenUpCut) return
  const waivers = givenUpOf(lived)
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

/** Law 6: what the entries leave on each account is what the loan says. */
function checkLedger(life: Life, lived: Lived): void {
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

function balancesOf({ entries }: Lived): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  for (const { debit, credit, amount } of entries) {
    balances.set(debit, (balances.get(debit) ?? 0n) + amount)
    balances.set(credit, (balances.get(credit) ?? 0n) - amount)
  }
  return balances
}

/** Law 1: a new loan with its coupon never costs more than without. */
export function checkCouponAtStart(life: Life, { loan, bare }: Lived): void {
  for (const days of [0, 20, 31, 100]) {
    const day = addDays(life.today, days)
    const rise = payoffOn(day, loan) - payoffOn(day, bare)
    if (rise > loan.instalments.length) fail(life, `law 1: a coupon raises the payoff by ${rise}`)
  }
}

/** Law 1: relief or the end of a plan never raises the payoff. */
export function checkChange(life: Life, { loan }: Lived, after: Loan): void {
  const rise = payoffOn(life.today, after) - payoffOn(life.today, loan)
  if (rise > loan.instalments.length) fail(life, `law 1: the payoff rises by ${rise}`)
}

/** Law 1: a waiver with its payment never costs more than the payment. */
export function checkWaiver(
  life: Life,
  { loan }: Lived,
  waiver: { after: Loan; amount: Money; overpaid: Money },
): void {
  const cost = waiver.amount - waiver.overpaid
  const rise = payoffOn(life.today, waiver.after) + cost - payoffOn(life.today, loan)
  if (rise > loan.instalments.length) fail(life, `law 1: a waiver raises the payoff by ${rise}`)
}

/** Laws 1 and 4: a payment lowers the payoff by what it is, today, and by no less later. */
export function checkPayment(
  life: Life,
  { loan }: Lived,
  payment: { after: Loan; amount: Money; overpaid: Money },
): void {
  const { after, amount, overpaid } = payment
  const { today } = life
  const cost = (day: LocalDate) => payoffOn(day, after) + amount - overpaid - payoffOn(day, loan)
  const tooMuch = (one: bigint) => {
    if (one > loan.instalments.length) fail(life, `law 1: a payment costs ${one} too much`)
  }
  // A fee may be paid on the day before its period begins.
  const early = after.instalments.filter(({ period }) => period.from >= today)
  tooMuch(cost(today) - sum(early.map(({ paid }) => paid.fee)))
  if (isSettled(after)) return
  const later = addDays(today, 40)
  const penaltyRise = penaltyOn(later, after) - penaltyOn(later, loan)
  tooMuch(cost(later) - (penaltyRise > 0n ? penaltyRise : 0n))
}

/** Law 1: a cut lowers the payoff, today and later; what it sends back counts for the borrower. */
export function checkCut(
  life: Life,
  { loan }: Lived,
  { loan: after, overpaid }: { loan: Loan; overpaid: Money },
): void {
  const later = addDays(life.today, 40)
  const penaltyRise = penaltyOn(later, after) - penaltyOn(later, loan)
  const rise = payoffOn(life.today, after) - payoffOn(life.today, loan)
  const laterRise = payoffOn(later, after) - payoffOn(later, loan)
  // If nothing is paid until then, a new plan has other principal in arrears: law 2 checks its penalty.
  const withoutPenalty = laterRise - (penaltyRise > 0n ? penaltyRise : 0n)
  for (const one of [rise - overpaid, withoutPenalty - overpaid]) {
    if (one > loan.instalments.length) fail(life, `law 1: a cut raises the payoff by ${one}`)
  }
}

function penaltyOn(day: LocalDate, loan: Loan): bigint {
  return sum(withPenaltyUntil(day, loan).instalments.map((row) => openParts(row).penalty))
}

/** Laws 1 and 7: what becomes another loan is owed once, and is what was quoted. */
export function checkConversion(
  life: Life,
  of: { before: readonly Loan[]; after: readonly Loan[]; parts: Parts },
): void {
  const owed = (loans: readonly Loan[]) => sum(loans.map((loan) => payoffOn(life.today, loan)))
  const rounding = of.before.reduce((count, { instalments }) => count + instalments.length, 1)
  // A fee whose period begins today is taken over before it is charged.
  const tolerance = rounding + Number(of.parts.fee)
  expectNear(life, 'law 1: a conversion', owed(of.after) - owed(of.before), tolerance)
  const opened = of.after.at(-1)
  const taken = opened
    ? sum(opened.instalments.map(({ due }) => fen(due.principal + due.penalty)))
    : 0n
  if (taken !== sumOfParts(of.parts)) {
    fail(life, `law 7: ${sumOfParts(of.parts)} is quoted, ${taken} is booked`)
  }
}

/** Law 3: the same money in one payment or in two. */
export function checkSplit(life: Life, { loan }: Lived, amount: Money): void {
  const { today } = life
  if (amount < 2n) return
  const half = fen(amount / 2n)
  const one = receivePayment(loan, { amount, today })
  const first = receivePayment(loan, { amount: half, today })
  if (!one.ok || !first.ok) return
  const second = receivePayment(first.value.loan, { amount: subtract(amount, half), today })
  if (!second.ok) return
  const later = addDays(today, 20)
  const difference = payoffOn(later, one.value.loan) - payoffOn(later, second.value.loan)
  expectNear(life, 'law 3: two payments cost what one costs', difference, 1)
}

/** Laws 4 and 7: the payoff that was quoted settled the loan, and nothing unearned was kept. */
export function checkSettled(
  life: Life,
  { loan, penaltyTakenOver }: Lived,
  settled: { amount: Money; overpaid: Money; charges: Charges },
): void {
  const { amount, overpaid, charges } = settled
  if (!isSettled(loan) || (overpaid !== 0n && amount !== 0n)) {
    fail(life, `law 7: ${overpaid} too much`)
  }
  const kept = (part: 'interest' | 'penalty' | 'fee') =>
    total(loan.instalments, ({ paid, waived }) => paid[part] + waived[part])
  const near = (law: string, difference: number) =>
    expectNear(life, `law 4: ${law} kept`, difference, toleranceOf(loan))
  near('interest', kept('interest') - charges.interest)
  near('penalty', kept('penalty') - Number(penaltyTakenOver) - charges.penalty)
  near('fee', kept('fee') - charges.fee)
}

/** Law 4: of goods that went back, all that came in is payable back, and no account keeps a fen. */
export function checkReturned(life: Life, lived: Lived, paidBack: Money): void {
  if (paidBack + lived.overpaid !== lived.received) {
    fail(life, `law 4: ${paidBack} of ${lived.received} goes back`)
  }
  for (const [account, balance] of balancesOf(lived)) {
    const isOfCustomer = account === 'refunds-payable' || account === 'clearing'
    if (!isOfCustomer && balance !== 0n) fail(life, `law 4: ${account} keeps ${balance}`)
  }
}

function expectNear(life: Life, law: string, difference: number | bigint, tolerance: number): void {
  const off = Math.abs(Number(difference))
  if (off > tolerance) fail(life, `${law}: off by ${Number(difference).toFixed(3)} fen`)
}

function fail(life: Life, message: string): never {
  throw new LawBroken(`${message}\n  ${life.log.join('\n  ')}\n  on ${life.today}`)
}
