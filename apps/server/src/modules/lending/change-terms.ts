import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isOpen, type Loan } from '@qingzhou/domain/loans/loan'
import type { Outcome } from '@qingzhou/domain/refusal'
import { orRefuse } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import { dayFor, effectsOf, stepped } from './change.ts'
import { lockLoan } from './lock-loan.ts'

export type NewTerms = {
  readonly loanNo: string
  readonly annualRatePpm: bigint
  /** Nothing when the loan owes nothing any more. */
  readonly nextDueOn: LocalDate | null
}

/** A change of a loan's terms by a rule of the domain: no money moves. */
export async function changeTerms(
  means: Means,
  act: Act,
  change: {
    readonly event: Extract<LoanEvent, 'delay' | 'relief' | 'rate-cut'>
    readonly body: { readonly loanNo: string }
    readonly rule: (loan: Loan, today: LocalDate) => Outcome<Loan>
  },
): Promise<NewTerms> {
  const { event, body, rule } = change
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
      return {
        answer: { loanNo, annualRatePpm: loan.annualRatePpm, nextDueOn },
        ...effectsOf(changes, { act, today, now: means.now() }),
      }
    },
  })
}
