import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isOpen, type Loan } from '@qingzhou/domain/loans/loan'
import { type Money, ZERO } from '@qingzhou/domain/money/money'
import { refused, type Outcome } from '@qingzhou/domain/refusal'
import type { ChangedLoan } from '@qingzhou/domain/repayment/excess'
import { deferInstalment as delay } from '@qingzhou/domain/repayment/deferral'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import { type ForbearanceTerms, grantForbearance } from '@qingzhou/domain/repayment/forbearance'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { defaultPlan as broken } from '@qingzhou/domain/restructure/plan-default'
import { type Act, type Deps, perform } from '#act.ts'
import { dayFor, applyStep, writesFor } from '#change.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { insertRefund } from '#payments/payment-store.ts'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { insertRestructuring } from './restructuring-store.ts'
import { insertRateCut, type TermsChange } from './rate-cut-store.ts'
import { rateCutOf, readPasts } from './rate-cut-of.ts'

/** A deferral of a loan. A broken plan is due in full, and nothing moves it to a later day. [N4] */
export function deferralOf(
  { loan, defaultedOn }: LoanRecord,
  request: { readonly days: number; readonly today: LocalDate },
): Outcome<Loan> {
  return defaultedOn === undefined ? delay(loan, request) : refused({ kind: 'plan-defaulted' })
}

/** Forbearance on a loan, refused for a broken plan like a deferral. [N4] */
export function forbearanceOf(
  { loan, defaultedOn }: LoanRecord,
  request: { readonly days: number; readonly today: LocalDate; readonly asked?: ForbearanceTerms },
): Outcome<ChangedLoan> {
  return defaultedOn === undefined
    ? grantForbearance(loan, request)
    : refused({ kind: 'plan-defaulted' })
}

/** Defers the current instalment by some days. */
export async function deferInstalment(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly days: number },
): Promise<NewTerms> {
  return changeTerms(deps, act, {
    event: 'delay',
    body: request,
    loadMore: nothingMore,
    rule: (before, today) => deferralOf(before, { days: request.days, today }),
  })
}

export type NewTerms = {
  readonly loanNo: string
  readonly annualRatePpm: bigint
  /** Null when the loan owes nothing any more. */
  readonly nextDueOn: LocalDate | null
  /** The business date of the change. */
  readonly bookedOn: LocalDate
}

/** Changes the terms of a loan by a rule of the domain. No money moves, but what is overpaid goes back. */
async function changeTerms<More = undefined>(
  deps: Deps,
  act: Act,
  change: {
    readonly event: Extract<LoanEvent, 'delay' | 'relief' | 'rate-cut'>
    readonly body: { readonly loanNo: string }
    readonly rule: (before: LoanRecord, today: LocalDate, more: More) => Outcome<Loan | ChangedLoan>
    /** What else the rule needs. */
    readonly loadMore: (tx: Transaction, before: LoanRecord) => Promise<More>
    /** Additional statements of the change. */
    readonly keep?: (changed: TermsChange) => readonly Statement[]
  },
): Promise<NewTerms> {
  const { event, body, rule, loadMore, keep = () => [] } = change
  const { loanNo } = body
  return perform(deps, act, {
    name: event,
    body,
    load: async (tx) => {
      const before = await lockLoan(tx, { customer: act.customer, loanNo })
      return { before, more: await loadMore(tx, before) }
    },
    decide: ({ before, more }, books) => {
      const today = dayFor([before], books.today)
      const { loan, overpaid } = toChanged(orRefuse(rule(before, today, more)))
      const changes = [{ event, before, after: applyStep(before, { loan, today }), overpaid }]
      const nextDueOn = loan.instalments.find(isOpen)?.dueDate ?? null
      const { writes, use } = writesFor(changes, { act, today, now: deps.now() })
      return {
        answer: { loanNo, annualRatePpm: loan.annualRatePpm, nextDueOn, bookedOn: today },
        writes: [
          ...writes,
          ...refundsOf(act, { overpaid, record: before, today }),
          ...keep({ before: before.loan, after: loan, today }),
        ],
        use,
      }
    },
  })
}

async function nothingMore(): Promise<undefined> {}

function toChanged(changed: Loan | ChangedLoan): ChangedLoan {
  return 'overpaid' in changed ? changed : { loan: changed, overpaid: ZERO }
}

/** Refunds the amount that the change made overpaid to the card of the loan. */
export function refundsOf(
  { customer, requestNo }: Act,
  change: { readonly overpaid: Money; readonly record: LoanRecord; readonly today: LocalDate },
): Statement[] {
  const { overpaid, record, today } = change
  const refund = refundOf({ overpaid, fromCard: record.cardId ?? '' })
  if (!refund) return []
  const { loanNo } = record
  return [insertRefund({ customer, refundNo: requestNo, loanNo, refund, since: today })]
}

/**
 * Moves all open instalments of a borrower in a disaster area, after a reviewer has approved it.
 */
export async function grantForbearanceOnLoan(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly days: number; readonly asked?: ForbearanceTerms },
): Promise<NewTerms> {
  return changeTerms(deps, act, {
    event: 'relief',
    body: request,
    loadMore: nothingMore,
    rule: (before, today) => forbearanceOf(before, { ...request, today }),
    keep: ({ today: day }) => [
      insertRestructuring({ customer: act.customer, loanNo: request.loanNo, day }),
    ],
  })
}

/** Lowers the rate of a loan from a day on. If the day has passed, the loan is rebuilt from its acts. */
export async function cutRate(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly annualRatePpm: bigint; readonly from: LocalDate },
): Promise<NewTerms> {
  const { annualRatePpm, from } = request
  return changeTerms(deps, act, {
    event: 'rate-cut',
    body: request,
    loadMore: (tx, before) => readPasts(tx, { customer: act.customer, before, from }),
    rule: (record, today, pasts) => rateCutOf(record, { annualRatePpm, from, today, pasts }),
    keep: (changed) => [insertRateCut(act, { ...changed, loanNo: request.loanNo, from })],
  })
}

export type DefaultedPlan = {
  readonly loanNo: string
  /** The name in recorded answers of earlier versions. */
  readonly brokenOn: LocalDate
  /** The amount due on that day: the whole balance. */
  readonly due: Money
}

/** Defaults a consolidation plan that was not paid: its whole balance becomes due. */
export async function defaultPlan(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string },
): Promise<DefaultedPlan> {
  const { loanNo } = request
  return perform(deps, act, {
    name: 'break-plan',
    body: request,
    load: (tx) => lockLoan(tx, { customer: act.customer, loanNo }),
    decide: (before, books) => {
      const { origin, defaultedOn } = before
      if (origin !== 'consolidation-plan') throw new Refused({ kind: 'plan-unknown' })
      const today = dayFor([before], books.today)
      if (defaultedOn !== undefined) {
        return {
          answer: { loanNo, brokenOn: defaultedOn, due: dueOn(today, before.loan) },
          writes: [],
        }
      }
      const loan = orRefuse(broken(before.loan, today))
      const after = { ...applyStep(before, { loan, today }), defaultedOn: today }
      const now = deps.now()
      const { writes, use } = writesFor([{ event: 'break', before, after }], { act, today, now })
      return { answer: { loanNo, brokenOn: today, due: dueOn(today, loan) }, writes, use }
    },
  })
}
