import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import {
  accrualEntries,
  entriesOf,
  refundEntries,
  reverseEntry,
  transferEntries,
} from '#ledger/entries.ts'
import { positionOf, totalsOf } from '#ledger/position.ts'
import { withCoupon } from '#coupons/coupon.ts'
import {
  lessParts,
  noParts,
  partNames,
  principalOutstanding,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { reverseLoan, type DrawnLoan } from '#mall/reversal.ts'
import { mallProductNo } from '#product.ts'
import { fen, ZERO, subtract } from '#money/money.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { payoffOn, repayInFull } from '#repayment/early-repayment.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { quotePlan } from '#restructure/consolidation-plan.ts'
import { specimenLoan, specimenOldLoan, specimenRules, valueOf } from '#specimen.ts'
import {
  balanceOf,
  earnedInterestOf,
  advanceBooks,
  ofTheLender,
  openBooks,
  postSettlement,
  type Books,
} from '#testing/any-loan.ts'
import { anyHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'
import { payWithWaiver, waiverTermsOn } from '#waiver/waiver.ts'

const start = localDate('2026-01-15')
const firstDue = localDate('2026-02-15')
const late = localDate('2026-03-27')

describe('the entries of a step', () => {
  it('[G5] a draw debits principal and credits clearing', () => {
    const loan = specimenLoan()
    const entries = entriesOf({ event: 'draw', before: undefined, after: loan, today: start })
    expect(entries).toEqual([{ debit: 'principal', credit: 'clearing', amount: loan.amount }])
  })

  it('[G4] elapsed days bring income: interest day by day, penalty once it accrues', () => {
    const loan = specimenLoan()
    const half = localDate('2026-01-30')
    expect(accrualEntries(loan, { from: start, to: half })).toEqual([
      { debit: 'interest', credit: 'interest-income', amount: earnedInterestOf(loan, half) },
    ])
    const accounts = accrualEntries(loan, { from: firstDue, to: late }).map(({ debit }) => debit)
    expect(accounts).toEqual(['penalty', 'interest'])
  })

  it('[G4] a retroactive rate cut reverses income', () => {
    const before = specimenLoan()
    const [from, today] = [localDate('2026-01-20'), localDate('2026-02-01')]
    const after = valueOf(cutRate(before, { annualRatePpm: 60_000n, from, today })).loan
    const [entry] = entriesOf({ event: 'rate-cut', before, after, today })
    expect(entry).toMatchObject({ debit: 'interest-income', credit: 'interest' })
  })

  it('[G5] a payment debits clearing, and the overpayment becomes payable', () => {
    const before = specimenLoan()
    const amount = fen(dueOn(firstDue, before) + 500n)
    const { loan, overpaid } = valueOf(receivePayment(before, { amount, today: firstDue }))
    const step = { event: 'payment', before, after: loan, today: firstDue, overpaid } as const
    expect(entriesOf(step)).toEqual([
      { debit: 'clearing', credit: 'interest', amount: 120_00n },
      { debit: 'clearing', credit: 'principal', amount: 1000_00n },
      { debit: 'clearing', credit: 'refunds-payable', amount: 500n },
    ])
  })

  it('[G5, G10] consolidated loans close against the new one in every part, and the conversion account ends at zero', () => {
    const before = specimenLoan()
    const old = [specimenOldLoan({ loan: before })]
    const { newLoan, settled } = valueOf(
      quotePlan(old, { months: 24, today: late, rules: specimenRules }),
    )
    const closing = settled.map(({ loan }) =>
      entriesOf({ event: 'conversion', before, after: loan, today: late }),
    )
    const opening = { event: 'conversion', before: undefined, after: newLoan, today: late } as const
    const entries = entriesOf(opening)
    expect(balanceOf([...closing.flat(), ...entries], 'conversion')).toBe(0n)
    const debits = new Set(entries.map(({ debit, credit }) => `${debit} from ${credit}`))
    expect(debits).toEqual(new Set(['principal from conversion', 'penalty from conversion']))
  })

  it('[G6] a coupon is posted to coupon cost and a waiver to the waived account', () => {
    const coupon = { kind: 'interest-share-off', sharePpm: 500_000n } as const
    const loan = withCoupon(specimenLoan(), coupon)
    const drawn = entriesOf({ event: 'draw', before: undefined, after: loan, today: start })
    expect(drawn[1]).toMatchObject({ debit: 'coupon-cost', credit: 'interest' })

    const before = specimenLoan()
    const offer = { penaltySharePpm: 1_000_000n, interestSharePpm: 500_000n, lastDay: late }
    const amount = waiverTermsOn(late, { loan: before, offer }).toPay
    const { loan: after } = valueOf(payWithWaiver(before, { amount, today: late, offer }))
    const waived = entriesOf({ event: 'waiver', before, after, today: late })
    expect(waived.filter(({ debit }) => debit === 'waived').map(({ credit }) => credit)).toEqual([
      'penalty',
      'interest',
    ])
  })

  it('[H1, H2] a reversed loan returns the amount drawn, and its payments become payable', () => {
    const before = lateAndWaived()
    const { loan: after, paidBack } = valueOf(reverseLoan(drawnLoan(before.loan)))
    const { waivedAmounts, entries } = before
    const step = { event: 'return', before: before.loan, after, today: late } as const
    const all = [...entries, ...entriesOf({ ...step, overpaid: paidBack, waivedAmounts })]
    for (const account of [...partNames, ...ofTheLender] as const) {
      expect([account, balanceOf(all, account)]).toEqual([account, 0n])
    }
    expect(paidBack).toBeGreaterThan(0n)
    expect(balanceOf(all, 'refunds-payable')).toBe(subtract(ZERO, paidBack))
    // The disbursement, the payments and the mall's own transfer.
    expect(balanceOf(all, 'clearing')).toBe(paidBack)
  })

  it('[G7, G8] a refund clears the payable amount, and a failed refund posts the reversing entries', () => {
    const sent = refundEntries(fen(500n))
    expect(sent).toEqual([{ debit: 'refunds-payable', credit: 'clearing', amount: 500n }])
    expect(balanceOf([...sent, ...sent.map(reverseEntry)], 'refunds-payable')).toBe(0n)
    expect(refundEntries(ZERO)).toEqual([])
  })
})

describe('the clearing account', () => {
  it('[G9] is zero once the bank has confirmed every incoming and outgoing transfer', () => {
    const loan = specimenLoan()
    const drawn = entriesOf({ event: 'draw', before: undefined, after: loan, today: start })
    const paidOut = transferEntries({ direction: 'out', amount: loan.amount })
    expect(balanceOf([...drawn, ...paidOut], 'clearing')).toBe(0n)

    const amount = payoffOn(start, loan)
    const { loan: after } = valueOf(repayInFull(loan, { amount, today: start }))
    const repaid = entriesOf({ event: 'early-full', before: loan, after, today: start })
    const collected = transferEntries({ direction: 'in', amount })
    expect(balanceOf([...repaid, ...collected], 'clearing')).toBe(0n)
  })
})

describe('a receivable', () => {
  it('[G2, G3] equals the loan’s own figure, and is zero once the loan is settled', () => {
    const loan = specimenLoan()
    const today = localDate('2026-01-30')
    expect(positionOf(loan, today)).toEqual({
      ...noParts,
      interest: earnedInterestOf(loan, today),
      principal: principalOutstanding(loan),
    })
    const settled = valueOf(repayInFull(loan, { amount: payoffOn(today, loan), today })).loan
    expect(positionOf(settled, today)).toEqual(noParts)
    expect(positionOf(settled, localDate('2030-01-01'))).toEqual(noParts)
  })

  it('[G3] a receivable of interest is negative while a coupon has discounted interest that is not yet earned', () => {
    const loan = withCoupon(specimenLoan(), { kind: 'interest-free-days', days: 10 })
    expect(positionOf(loan, start).interest).toBeLessThan(0n)
    expect(positionOf(loan, addDays(start, 10)).interest).toBe(0n)
  })

  it('[G1, G2, H2] is the sum of its entries after any history, and zero after a reversal', () => {
    const lives = fc.sample(anyHistory, { seed: 1, numRuns: 150 }).map((history) => {
      const steps = [...history.steps, { wait: 0, of: 0, do: 'returnGoods' as const }]
      return liveThrough({ ...history, steps })
    })
    expect(lives.filter(({ events }) => events.includes('return')).length).toBeGreaterThan(50)
  }, 60_000)
})

function drawnLoan(loan: Loan): DrawnLoan {
  return {
    loan,
    origin: 'draw',
    product: mallProductNo,
    reversedOn: undefined,
    isElsewhere: false,
  }
}

/** A loan with a coupon and, once it was late, a partial waiver. */
function lateAndWaived(): Books & { waivedAmounts: Parts } {
  const coupon = { kind: 'interest-share-off', sharePpm: 500_000n } as const
  const books = advanceBooks(openBooks(withCoupon(specimenLoan(), coupon)), 71)
  expect(books.today).toBe(late)
  const offer = { penaltySharePpm: 1_000_000n, interestSharePpm: 500_000n, lastDay: late }
  const amount = waiverTermsOn(late, { loan: books.loan, offer }).toPay
  const paid = payWithWaiver(books.loan, { amount, today: late, offer })
  const after = postSettlement(books, 'waiver', paid)
  const waivedOf = (loan: Loan) => totalsOf(loan, late).waived
  return { ...after, waivedAmounts: lessParts(waivedOf(after.loan), waivedOf(books.loan)) }
}
