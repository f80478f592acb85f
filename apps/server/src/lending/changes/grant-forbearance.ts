import { relieve, type ReliefAsked } from '@qingzhou/domain/repayment/regional-relief'
import type { Act, Deps } from '#lending/act.ts'
import { changeTerms, type NewTerms } from './defer-instalment.ts'

/** Moves all that is open, for a borrower of a stricken region, once a reviewer has approved it. */
export async function grantForbearanceOnLoan(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly days: number; readonly asked?: ReliefAsked },
): Promise<NewTerms> {
  return changeTerms(deps, act, {
    event: 'relief',
    body: request,
    rule: (loan, today) => relieve(loan, { ...request, today }),
  })
}
