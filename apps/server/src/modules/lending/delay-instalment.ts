import { delayInstalment as delay } from '@qingzhou/domain/repayment/delay'
import type { Act, Means } from './act.ts'
import { changeTerms, type NewTerms } from './change-terms.ts'

/** Moves the current instalment by some days. */
export async function delayInstalment(
  means: Means,
  act: Act,
  request: { readonly loanNo: string; readonly days: number },
): Promise<NewTerms> {
  return changeTerms(means, act, {
    event: 'delay',
    body: request,
    rule: (loan, today) => delay(loan, { days: request.days, today }),
  })
}
