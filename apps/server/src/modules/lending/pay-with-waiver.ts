import { payWithWaiver as pay } from '@qingzhou/domain/waiver/waiver'
import type { Transaction } from '#database/database.ts'
import { Refused } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import type { KeptLoan } from './loan-rows.ts'
import { lockLoan } from './lock-loan.ts'
import { isNumber } from './numbers.ts'
import { findOffer, takeOffer, type KeptOffer } from './offer-store.ts'
import { checkPayment, settled, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

type WaiverPayment = PaymentRequest & { readonly offerNo: string }

/** Pays what an offer asks for; what it gives up is gone with the same step. */
export async function payWithWaiver(
  means: Means,
  act: Act,
  request: WaiverPayment,
): Promise<PaymentAnswer> {
  checkPayment(request)
  const { customer } = act
  const { offerNo } = request
  return perform(means, act, {
    name: 'pay-with-waiver',
    body: request,
    load: (tx) => lockLoanAndOffer(tx, act, request),
    decide: ({ kept, offered }, { today: businessDate }) => {
      if (offered.isTaken) throw new Refused({ kind: 'offer-taken' })
      const rule = {
        name: 'pay-with-waiver',
        kind: 'waiver',
        event: 'waiver',
        settle: (loan, payment) => pay(loan, { ...payment, offer: offered.offer }),
      } as const satisfies Parameters<typeof settled>[1]['rule']
      const now = means.now()
      const decision = settled(kept, { act, request, rule, businessDate, now })
      return { ...decision, writes: [...decision.writes, takeOffer({ customer, offerNo })] }
    },
  })
}

async function lockLoanAndOffer(
  tx: Transaction,
  { customer }: Act,
  { loanNo, offerNo }: WaiverPayment,
): Promise<{ kept: KeptLoan; offered: KeptOffer }> {
  // Read after the loan is locked: of two who take it up, the second sees that it is gone.
  const kept = await lockLoan(tx, { customer, loanNo })
  const offered = isNumber(offerNo) ? await findOffer(tx, { customer, offerNo }) : undefined
  if (!offered || offered.loanNo !== loanNo) throw new Refused({ kind: 'offer-unknown' })
  return { kept, offered }
}
