import { offerWaiver as offer, type WaiverOffer } from '@qingzhou/domain/waiver/waiver'
import { orRefuse } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { dayFor } from '#lending/change.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'
import { insertOffer } from './offer-store.ts'

/** Offers to give up a share of an overdue debt, if the rest is paid in one go by a day. */
export async function offerWaiver(
  deps: Deps,
  act: Act,
  request: WaiverOffer & { readonly loanNo: string },
): Promise<{ offerNo: string }> {
  const { customer, requestNo } = act
  const { loanNo } = request
  return perform(deps, act, {
    name: 'offer-waiver',
    body: request,
    load: (tx) => lockLoan(tx, { customer, loanNo }),
    decide: (kept, books) => {
      const today = dayFor([kept], books.today)
      const made = orRefuse(offer(kept.loan, { ...request, today }))
      return {
        answer: { offerNo: requestNo },
        writes: [insertOffer({ customer, offerNo: requestNo, loanNo, offer: made, madeOn: today })],
      }
    },
  })
}
