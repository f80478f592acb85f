import { repayInFull as settleAll } from '@qingzhou/domain/repayment/early-full'
import type { Act, Deps } from '#lending/act.ts'
import { takePayment, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

/** Settles the whole loan early; what is above the payoff of the day goes back. */
export async function repayInFull(
  deps: Deps,
  act: Act,
  request: PaymentRequest,
): Promise<PaymentAnswer> {
  return takePayment(deps, act, {
    request,
    rule: { name: 'repay-in-full', kind: 'early-full', event: 'early-full', settle: settleAll },
  })
}
