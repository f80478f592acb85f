import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isOpen, type Loan } from '@qingzhou/domain/loans/loan'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { Statement } from '#database/statement.ts'
import { orRefuse } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import { dayFor, effectsOf, stepped } from './change.ts'
import { lockLoan } from './lock-loan.ts'

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
  means: Means,
  act: Act,
  change: {
    readonly event: Extract<LoanEvent, 'delay' | 'relief' | 'rate-cut'>
    readonly body: { readonly loanNo: string }
    readonly rule: (loan: Loan, today: LocalDate) => Outcome<Loan>
    /** What is kept of the change besides. */
    readonly keep?: (changed: TermsChanged) => readonly Statement[]
  },
): Promise<NewTerms> {
  const { event, body, rule, keep = () => [] } = change
  const { loanNo } = body
  return perform(means, act, {
    name: event,
    body,
    load: (tx) => lockLoan(tx, { customer: act.customer, loanNo }),
    decide: (before, books) => {
      const today = dayFor([before], books.today)
      const loan = orRefuse(rule(before.loan, today))
      const changes = [{ event, before, after: stepped(before, { loan, today }) }]
      const nextDueOn = loan.instalments.find(isOpen)?.dueDate ?? null
      const { writes, use } = effectsOf(changes, { act, today, now: means.now() })
      return {
        answer: { loanNo, annualRatePpm: loan.annualRatePpm, nextDueOn, bookedOn: today },
        writes: [...writes, ...keep({ before: before.loan, after: loan, today })],
        use,
      }
    },
  })
}
