import { repayInPart as settlePart, type Keep } from '@qingzhou/domain/repayment/early-part'
import type { Act, Deps } from '#lending/act.ts'
import { takePayment, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

/** Repays part of the principal early; the rest is planned anew, to the same end date or with the same instalments. */
export async function repayInPart(
  deps: Deps,
  act: Act,
  request: PaymentRequest & { readonly keep?: Keep },
): Promise<PaymentAnswer> {
  const { keep } = request
  return takePayment(deps, act, {
    request,
    rule: {
      name: 'repay-in-part',
      kind: 'early-part',
      event: 'early-part',
      settle: (loan, payment) => settlePart(loan, { ...payment, ...(keep && { keep }) }),
    },
  })
}
