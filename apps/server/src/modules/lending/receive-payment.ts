import { receivePayment as receive } from '@qingzhou/domain/repayment/repay'
import type { Act, Means } from './act.ts'
import { takePayment, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

/**
 * Takes money that has already come in, as a callback of the bank tells. It settles what is due;
 * what somebody else has paid meanwhile becomes a refund.
 */
export async function receivePayment(
  means: Means,
  act: Act,
  request: PaymentRequest,
): Promise<PaymentAnswer> {
  return takePayment(means, act, {
    request,
    rule: { name: 'receive-payment', kind: 'due', event: 'payment', settle: receive },
  })
}
