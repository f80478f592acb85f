import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import type { Loan } from '@qingzhou/domain/loans/loan'
import { isOpen } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { ZERO } from '@qingzhou/domain/money/money'
import type { Cut } from '@qingzhou/domain/rate-cuts/rate-cut'
import type { Outcome } from '@qingzhou/domain/refusal'
import { deferInstalment as delay } from '@qingzhou/domain/repayment/delay'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import type { Act, Deps } from '#lending/act.ts'
import { perform } from '#lending/act.ts'
import { dayFor, stepped, writesFor } from '#lending/change.ts'
import type { LoanRecord } from '#lending/loans/loan-rows.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'
import { insertRefund } from '#lending/payments/payment-store.ts'
import type { Statement } from '#platform/database/statement.ts'
import { orRefuse } from '#platform/refused.ts'

/** Moves the current instalment by some days. */
export async function deferInstalment(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly days: number },
): Promise<NewTerms> {
  return changeTerms(deps, act, {
    event: 'delay',
    body: request,
    rule: (loan, today) => delay(loan, { days: request.days, today }),
  })
}

export type NewTerms = {
  readonly loanNo: string
  readonly annualRatePpm: bigint
  /** Nothing when the loan owes nothing any more. */
  readonly nextDueOn: LocalDate | null
  /** The day it counts from in the books. */
  readonly bookedOn: LocalDate
}

/** A loan before and after its terms were changed, and on which day. */
export type TermsChanged = {
  readonly before: Loan
  readonly after: Loan
  readonly today: LocalDate
}

/** A change of a loan's terms by a rule of the domain: no money moves. */
export async function changeTerms(
  deps: Deps,
  act: Act,
  change: {
    readonly event: Extract<LoanEvent, 'delay' | 'relief' | 'rate-cut'>
    readonly body: { readonly loanNo: string }
    readonly rule: (loan: Loan, today: LocalDate) => Outcome<Loan | Cut>
    /** What is kept of the change besides. */
    readonly keep?: (changed: TermsChanged) => readonly Statement[]
  },
): Promise<NewTerms> {
  const { event, body, rule, keep = () => [] } = change
  const { loanNo } = body
  return perform(deps, act, {
    name: event,
    body,
    load: (tx) => lockLoan(tx, { customer: act.customer, loanNo }),
    decide: (before, books) => {
      const today = dayFor([before], books.today)
      const { loan, overpaid } = changedBy(orRefuse(rule(before.loan, today)))
      const changes = [{ event, before, after: stepped(before, { loan, today }), overpaid }]
      const nextDueOn = loan.instalments.find(isOpen)?.dueDate ?? null
      const { writes, use } = writesFor(changes, { act, today, now: deps.now() })
      return {
        answer: { loanNo, annualRatePpm: loan.annualRatePpm, nextDueOn, bookedOn: today },
        writes: [
          ...writes,
          ...refundsOf(act, { overpaid, kept: before, today }),
          ...keep({ before: before.loan, after: loan, today }),
        ],
        use,
      }
    },
  })
}

function changedBy(changed: Loan | Cut): Cut {
  return 'overpaid' in changed ? changed : { loan: changed, overpaid: ZERO }
}

/** What a change gives back goes to the card of the loan. */
function refundsOf(
  { customer, requestNo }: Act,
  change: { readonly overpaid: Money; readonly kept: LoanRecord; readonly today: LocalDate },
): Statement[] {
  const { overpaid, kept, today } = change
  const refund = refundOf({ overpaid, fromCard: kept.cardId ?? '' })
  if (!refund) return []
  const { loanNo } = kept
  return [insertRefund({ customer, refundNo: requestNo, loanNo, refund, since: today })]
}
