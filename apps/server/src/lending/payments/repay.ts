import { checkRepayment, receivePayment as receive } from '@qingzhou/domain/repayment/repay'
import type { Act, Deps } from '#lending/act.ts'
import { takePayment, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

/** Repays what is due; a payment of more than that is refused before any money moves. */
export async function repay(deps: Deps, act: Act, request: PaymentRequest): Promise<PaymentAnswer> {
  return takePayment(deps, act, {
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
