import { receivePayment as receive } from '@qingzhou/domain/repayment/repay'
import type { Act, Deps } from '#lending/act.ts'
import { takePayment, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

/**
 * Takes money that has already come in, as a callback of the bank tells. It settles what is due;
 * what somebody else has paid meanwhile becomes a refund.
 */
export async function receivePayment(
  deps: Deps,
  act: Act,
  request: PaymentRequest,
): Promise<PaymentAnswer> {
  return takePayment(deps, act, {
    request,
    rule: { name: 'receive-payment', kind: 'due', event: 'payment', settle: receive },
  })
}
