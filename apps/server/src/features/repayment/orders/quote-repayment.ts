import { digestOf } from '@qingzhou/platform/canonical-json'
import type { BillInstalment, PlanOutline } from '@qingzhou/contract/features/repayment/bills'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addParts, noParts, sumOfParts, daysOverdue, type Parts } from '@qingzhou/domain/loans/loan'
import { ZERO, subtract, sum, type Money } from '@qingzhou/domain/money/money'
import {
  payoffOn,
  repayInFull,
  repayInPart,
  type Keep,
} from '@qingzhou/domain/repayment/early-repayment'
import type { Settlement } from '@qingzhou/domain/repayment/allocation'
import { billThrough, repayThrough } from '@qingzhou/domain/repayment/repay'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { LoanRecord, OfferRecord } from '@qingzhou/lending/index'
import { instalmentsOf, loanOf, outlineOf, type Bills } from '#features/repayment/read-bills.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { OrderKind, OrderLine } from './order-store.ts'
import { waiverTermsOn, type WaiverTerms } from '@qingzhou/domain/waiver/waiver'

type QuotedLine = {
  readonly loanNo: string
  readonly n: number
  readonly parts: Parts
  readonly amount: Money
}

/** The amount of a repayment today, its allocation to the fen, and the interest saved. */
export type RepaymentQuote = {
  readonly kind: OrderKind
  readonly amount: Money
  readonly orderLines: readonly OrderLine[]
  readonly lines: readonly QuotedLine[]
  readonly parts: Parts
  readonly saving: Money
  /** What a partial early repayment keeps, if the borrower chose. */
  readonly keep?: Keep | undefined
  readonly before?: readonly BillInstalment[]
  readonly after?: readonly BillInstalment[]
  readonly outlineBefore?: PlanOutline | undefined
  readonly outlineAfter?: PlanOutline | undefined
  readonly validOn: LocalDate
  /** Identifies exactly this quote. */
  readonly quoteId: string
}

type Loans = Pick<Bills, 'today' | 'loans'>

export function quoteRepayment(bills: Loans, aim: RepaymentAim): RepaymentQuote {
  if (aim.kind === 'due') return quoteBills(bills, aim.picks)
  const record = loanOf(bills, aim.loanNo)
  return aim.kind === 'earlyFull' ? quoteInFull(bills, record) : quoteInPart(bills, record, aim)
}

type Picks = Extract<RepaymentAim, { kind: 'due' }>['picks']

/**
 * Selected instalments. Each loan is paid oldest first: a later instalment requires the earlier
 * ones.
 */
function quoteBills(bills: Loans, picks: Picks): RepaymentQuote {
  const { today } = bills
  const loanNos = [...new Set(picks.map(({ loanNo }) => loanNo))].toSorted()
  const perLoan = loanNos.map((loanNo) => {
    const record = loanOf(bills, loanNo)
    const chosen = picks.filter((pick) => pick.loanNo === loanNo).map(({ n }) => n)
    const through = Math.max(...chosen)
    const left = instalmentsOf(record, today).find(
      ({ n, state }) => n < through && state !== 'settled' && !chosen.includes(n),
    )
    if (left) throw new Refused({ kind: 'older-instalment-first', n: left.n })
    const amount = orRefuse(billThrough(record.loan, { through, today }))
    if (amount === 0n) throw new Refused({ kind: 'nothing-owed' })
    const settlement = orRefuse(repayThrough(record.loan, { amount, today, through }))
    return { order: { loanNo, through, amount }, lines: linesOf(loanNo, settlement) }
  })
  return quoteOf(bills, {
    kind: 'due',
    orderLines: perLoan.map(({ order }) => order),
    lines: perLoan.flatMap(({ lines }) => lines),
    saving: ZERO,
  })
}

/** The whole loan with interest up to today. */
function quoteInFull(bills: Loans, record: LoanRecord): RepaymentQuote {
  const { today } = bills
  const { loan, loanNo } = record
  const amount = payoffOn(today, loan)
  const settlement = orRefuse(repayInFull(loan, { amount, today }))
  const plans = plansOf(record, { ...record, loan: settlement.loan }, today)
  const { before } = plans
  const owed = sum(before.map((instalment) => instalment.amount))
  return quoteOf(bills, {
    kind: 'earlyFull',
    orderLines: [{ loanNo, through: undefined, amount }],
    lines: linesOf(loanNo, settlement),
    saving: subtract(owed, amount),
    ...plans,
  })
}

/** The plan before and after, in full and in the figures that texts take from it. */
function plansOf(was: LoanRecord, is: LoanRecord, today: LocalDate) {
  return {
    before: instalmentsOf(was, today),
    after: instalmentsOf(is, today),
    outlineBefore: outlineOf(was, today),
    outlineAfter: outlineOf(is, today),
  }
}

/** Part of the principal: a new plan with the same end date or the same instalment amount. */
function quoteInPart(
  bills: Loans,
  record: LoanRecord,
  { amount, keep }: Extract<RepaymentAim, { kind: 'earlyPart' }>,
): RepaymentQuote {
  const { today } = bills
  const { loan, loanNo } = record
  const settlement = orRefuse(repayInPart(loan, { amount, today, ...(keep && { keep }) }))
  const plans = plansOf(record, { ...record, loan: settlement.loan }, today)
  return quoteOf(bills, {
    kind: 'earlyPart',
    keep,
    orderLines: [{ loanNo, through: undefined, amount }],
    lines: linesOf(loanNo, settlement),
    saving: subtract(interestOf(plans.before), interestOf(plans.after)),
    ...plans,
  })
}

function interestOf(instalments: readonly BillInstalment[]): Money {
  return sum(instalments.map(({ due }) => due.interest))
}

function quoteOf(
  { today }: Loans,
  quoted: Omit<RepaymentQuote, 'amount' | 'parts' | 'validOn' | 'quoteId'>,
): RepaymentQuote {
  const amount = sum(quoted.orderLines.map((line) => line.amount))
  const parts = quoted.lines.map((line) => line.parts).reduce<Parts>(addParts, noParts)
  const { kind, keep, lines } = quoted
  const content = {
    today,
    kind,
    keep,
    lines: lines.map(({ loanNo, n, parts }) => [loanNo, n, parts]),
  }
  const quoteId = digestOf(content).toString('base64url')
  return { ...quoted, amount, parts, validOn: today, quoteId }
}

function linesOf(loanNo: string, { allocations }: Settlement): QuotedLine[] {
  return allocations.map(({ n, parts }) => ({ loanNo, n, parts, amount: sumOfParts(parts) }))
}

function orRefuse<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}

/** The terms of a waiver offer today. */
export type WaiverQuote = WaiverTerms & {
  readonly daysOverdue: number
  /** Whether the offer is open: not used, not expired, and an amount is due. */
  readonly isGood: boolean
  readonly quoteId: string
}

export function quoteWaiver(
  { offerNo, loanNo, offer, state }: OfferRecord,
  { today, loans }: { readonly today: LocalDate; readonly loans: readonly LoanRecord[] },
): WaiverQuote {
  const { loan } = loanOf({ loans }, loanNo)
  const terms = waiverTermsOn(today, { loan, offer })
  const content = { today, offerNo, toPay: terms.toPay, waived: terms.waived }
  return {
    ...terms,
    daysOverdue: daysOverdue(loan, today),
    isGood: state !== 'accepted' && today <= offer.lastDay && terms.toPay > 0n,
    quoteId: digestOf(content).toString('base64url'),
  }
}
