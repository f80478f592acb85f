import { describe, expect, it } from 'vitest'
import { applyAct, type LoanAct } from '#acts/acts.ts'
import { cutRateOf, pastOf, withAct, type LoanPast } from '#acts/past.ts'
import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import { isSettled, sumOfParts, type Loan } from '#loans/loan.ts'
import { fen, sum } from '#money/money.ts'
import { closeLoan } from '#repayment/closing.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { forbearanceRequestOn } from '#repayment/forbearance.ts'
import { dueOn } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'
import { waiverTermsOn } from '#waiver/waiver.ts'

const terms = { amount: fen(30_000_00n), annualRatePpm: 234_000n, months: 6 } as const
const interestFirst = {
  amount: fen(50_000_00n),
  annualRatePpm: 234_000n,
  method: 'interest-first',
} as const
const day = (monthAndDay: string) => localDate(`2026-${monthAndDay}`)

/** An act whose parameters may depend on the loan of that day. */
type PlannedAct = LoanAct | ((loan: Loan) => LoanAct)

function liveThrough(opening: Loan, planned: readonly PlannedAct[]): LoanPast {
  return planned.reduce<LoanPast>((past, one) => {
    const act = typeof one === 'function' ? one(past.loan) : one
    return withAct(past, act, valueOf(applyAct(past.loan, act)))
  }, pastOf(opening))
}

const payDue =
  (on: LocalDate): PlannedAct =>
  (loan) => ({ do: 'pay', on, amount: dueOn(on, loan) })

const cutOn = (on: LocalDate): LoanAct => ({ do: 'cut-rate', on, annualRatePpm: 72_000n })
const lowRate = { annualRatePpm: 72_000n }

const totalPaid = ({ instalments }: Loan) => sum(instalments.map(({ paid }) => sumOfParts(paid)))

/** What a late cut leaves, and what the same acts with a cut in time leave. */
function compareCut(acts: readonly LoanAct[], cut: { lastOldDay: LocalDate; today: LocalDate }) {
  const { lastOldDay, today } = cut
  const past = liveThrough(specimenLoan(terms), acts)
  const from = addDays(lastOldDay, 1)
  const late = valueOf(cutRateOf(past, { ...lowRate, from, today }))
  const place = acts.findIndex(({ on }) => on > lastOldDay)
  const inTime = liveThrough(specimenLoan(terms), acts.toSpliced(place, 0, cutOn(lastOldDay)))
  return { past, late, inTime }
}

describe('a rate cut from a day that has passed', () => {
  const first = payDue(day('02-15'))
  const [paid] = liveThrough(specimenLoan(terms), [first]).done
  const payment = paid && 'act' in paid ? paid.act : cutOn(day('02-15'))

  it.each([
    ['the day before an act', day('02-14')],
    ['the day of an act', day('02-15')],
    ['a day after it', day('02-16')],
  ])('[T2] leaves the loan of a cut in time: last old day is %s', (_, lastOldDay) => {
    const part = { do: 'repay-part', on: day('02-20'), amount: fen(5_000_00n) } as const
    const defer = { do: 'defer', on: day('03-15'), days: 10 } as const
    const acts = [payment, part, defer]
    const { late, inTime, past } = compareCut(acts, { lastOldDay, today: day('03-20') })
    expect(payoffOn(day('03-20'), late.loan)).toBe(payoffOn(day('03-20'), inTime.loan))
    expect(totalPaid(late.loan) + late.overpaid).toBe(totalPaid(past.loan))
    expect(late.loan.instalments.map(({ dueDate }) => dueDate)).toEqual(
      inTime.loan.instalments.map(({ dueDate }) => dueDate),
    )
  })

  it('[T2] pays what is due with what was paid too much, and sends the rest back once', () => {
    const acts = [payment]
    const { late } = compareCut(acts, { lastOldDay: day('02-01'), today: day('02-20') })
    expect(late.overpaid).toBeGreaterThan(0n)
    const lower = { annualRatePpm: 36_000n, from: day('02-02'), today: day('02-20') }
    const again = valueOf(cutRateOf(late.past, lower))
    const once = valueOf(cutRateOf(liveThrough(specimenLoan(terms), acts), lower))
    expect(again.loan.instalments).toEqual(once.loan.instalments)
    expect(again.overpaid + late.overpaid).toBe(once.overpaid)
    const { late: due } = compareCut(acts, { lastOldDay: day('02-01'), today: day('03-15') })
    expect(due.overpaid).toBe(0n)
    expect(dueOn(day('03-15'), due.loan)).toBe(
      dueOn(
        day('03-15'),
        compareCut(acts, { lastOldDay: day('02-01'), today: day('02-20') }).late.loan,
      ) - late.overpaid,
    )
  })

  it('[T2] settles the loan where a part repayment now covers it', () => {
    const opening = specimenLoan({ ...terms, months: 3 })
    const whole = (loan: Loan): LoanAct => ({
      do: 'repay-part',
      on: day('03-10'),
      amount: fen(payoffOn(day('03-10'), loan) - 1_00n),
    })
    const past = liveThrough(opening, [payDue(day('02-15')), whole])
    const late = valueOf(cutRateOf(past, { ...lowRate, from: day('01-20'), today: day('03-12') }))
    expect(isSettled(late.loan)).toBe(true)
    expect(totalPaid(late.loan) + late.overpaid).toBe(totalPaid(past.loan))
  })

  it('[T2, D3, W3] takes the penalties of a forbearance again, and keeps a waiver', () => {
    const asked = day('03-01')
    const forbear = (loan: Loan): LoanAct => ({
      do: 'forbear',
      on: day('03-10'),
      days: 60,
      asked: forbearanceRequestOn(asked, loan),
    })
    const forborne = liveThrough(specimenLoan(terms), [forbear])
    const cut = { ...lowRate, from: day('02-10'), today: day('03-12') }
    const { loan } = valueOf(cutRateOf(forborne, cut))
    const inTime = liveThrough(specimenLoan(terms), [cutOn(day('02-09')), forbear])
    expect(payoffOn(day('03-12'), loan)).toBe(payoffOn(day('03-12'), inTime.loan))

    const offer = { penaltySharePpm: 1_000_000n, interestSharePpm: 500_000n, lastDay: day('04-01') }
    const waive = (late: Loan): LoanAct => ({
      do: 'pay-with-waiver',
      on: day('03-25'),
      amount: waiverTermsOn(day('03-25'), { loan: late, offer }).toPay,
      offer,
    })
    const waived = liveThrough(specimenLoan(terms), [waive])
    const after = valueOf(cutRateOf(waived, { ...cut, today: day('03-26') }))
    expect(sum(after.loan.instalments.map(({ waived: given }) => given.interest))).toBeGreaterThan(
      0n,
    )
    expect(totalPaid(after.loan) + after.overpaid).toBe(totalPaid(waived.loan))
  })

  it('[T2] returns the interest of a bill that was paid', () => {
    const opening = specimenLoan({ ...interestFirst, months: 3 })
    const past = liveThrough(opening, [payDue(day('02-15'))])
    const cut = { annualRatePpm: 108_000n, from: day('02-01'), today: day('02-20') }
    const { loan, overpaid } = valueOf(cutRateOf(past, cut))
    expect(loan.instalments[0]?.due.interest).toBe(730_00n)
    expect(overpaid).toBe(245_00n)
    expect(payoffOn(day('02-20'), loan)).toBe(50_075_00n)
  })

  it('[T2] lowers the interest of a deferral that was paid ahead only once', () => {
    const opening = specimenLoan({
      ...interestFirst,
      method: 'equal-principal',
      months: 5,
      annualRatePpm: 180_000n,
    })
    const past = liveThrough(opening, [
      { do: 'defer', on: day('02-15'), days: 20 },
      { do: 'pay-through', on: day('02-20'), amount: fen(10_850_00n), through: 1 },
    ])
    const cut = { annualRatePpm: 90_000n, from: day('02-16'), today: day('02-25') }
    const [first] = closeLoan(day('02-25'), valueOf(cutRateOf(past, cut)).loan).instalments
    // 750.00 for the period, and five days on 10,000 at half the rate.
    expect(first?.due.interest).toBe(762_50n)
  })
})
