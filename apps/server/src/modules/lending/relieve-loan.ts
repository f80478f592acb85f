import { relieve, type ReliefAsked } from '@qingzhou/domain/repayment/regional-relief'
import type { Act, Means } from './act.ts'
import { changeTerms, type NewTerms } from './change-terms.ts'

/** Moves all that is open, for a borrower of a stricken region, once a reviewer has approved it. */
export async function relieveLoan(
  means: Means,
  act: Act,
  request: { readonly loanNo: string; readonly days: number; readonly asked?: ReliefAsked },
): Promise<NewTerms> {
  return changeTerms(means, act, {
    event: 'relief',
    body: request,
    rule: (loan, today) => relieve(loan, { ...request, today }),
  })
}
