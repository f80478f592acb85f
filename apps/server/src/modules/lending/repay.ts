import { checkRepayment, receivePayment as receive } from '@qingzhou/domain/repayment/repay'
import type { Act, Means } from './act.ts'
import { takePayment, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

/** Repays what is due; a payment of more than that is refused before any money moves. */
export async function repay(
  means: Means,
  act: Act,
  request: PaymentRequest,
): Promise<PaymentAnswer> {
  return takePayment(means, act, {
    request,
    rule: {
      name: 'repay',
      kind: 'due',
      event: 'payment',
      settle: (loan, payment) => {
        const checked = checkRepayment(loan, payment)
        return checked.ok ? receive(loan, payment) : checked
      },
    },
  })
}
