import { repayThrough as settle } from '@qingzhou/domain/repayment/repay-through'
import type { Act, Deps } from '#lending/act.ts'
import { takePayment, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

/**
 * Takes money that has come in for the instalments up to one, due or not yet. What somebody else has
 * paid meanwhile becomes a refund.
 */
export async function repayThrough(
  deps: Deps,
  act: Act,
  request: PaymentRequest & { readonly through: number },
): Promise<PaymentAnswer> {
  return takePayment(deps, act, {
    request,
    rule: {
      name: 'repay-through',
      kind: 'due',
      event: 'payment',
      settle: (loan, payment) => settle(loan, { ...payment, through: request.through }),
    },
  })
}
