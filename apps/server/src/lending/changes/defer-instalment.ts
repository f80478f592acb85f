import { deferInstalment as delay } from '@qingzhou/domain/repayment/delay'
import type { Act, Deps } from '#lending/act.ts'
import { changeTerms, type NewTerms } from './change-terms.ts'

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
