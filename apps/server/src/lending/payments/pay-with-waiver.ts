import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  addParts,
  daysOverdue,
  noParts,
  partNames,
  type Loan,
  type Parts,
} from '@qingzhou/domain/loans/loan'
import { subtract } from '@qingzhou/domain/money/money'
import { payWithWaiver as pay } from '@qingzhou/domain/waiver/waiver'
import type { Transaction } from '#platform/database/database.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { dayFor } from '#lending/change.ts'
import type { LoanRecord } from '#lending/loans/loan-rows.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'
import { isNumber } from '#lending/numbers.ts'
import { findOffer, takeOffer, type OfferRecord } from '#lending/changes/offer-store.ts'
import { checkPayment, settled, type PaymentAnswer, type PaymentRequest } from './take-payment.ts'

type WaiverPayment = PaymentRequest & {
  readonly offerNo: string
  /** The day the payment was ordered on, if it was before today: the offer counts as it was then. */
  readonly orderedOn?: LocalDate
}

/** Pays what an offer asks for; what it gives up is gone with the same step. */
export async function payWithWaiver(
  deps: Deps,
  act: Act,
  request: WaiverPayment,
): Promise<PaymentAnswer> {
  checkPayment(request)
  const { customer } = act
  const { offerNo, amount, orderedOn } = request
  return perform(deps, act, {
    name: 'pay-with-waiver',
    body: request,
    load: (tx) => lockLoanAndOffer(tx, act, request),
    decide: ({ kept, offered }, { today: businessDate }) => {
      if (offered.state === 'taken') throw new Refused({ kind: 'offer-taken' })
      const { loan } = kept
      const today = dayFor([kept], businessDate)
      const ordered = orderedOn === undefined || orderedOn > today ? {} : { orderedOn }
      const outcome = pay(loan, { amount, today, offer: offered.offer, ...ordered })
      const { loan: after, allocations } = orRefuse(outcome)
      const rule = {
        name: 'pay-with-waiver',
        kind: 'waiver',
        event: 'waiver',
        settle: () => outcome,
      } as const satisfies Parameters<typeof settled>[1]['rule']
      const decision = settled(kept, { act, request, rule, businessDate, now: deps.now() })
      const taken = takeOffer({
        customer,
        offerNo,
        paid: allocations.map(({ parts }) => parts).reduce<Parts>(addParts, noParts),
        waived: waivedBetween(loan, after),
        daysOverdue: daysOverdue(loan, today),
      })
      return { ...decision, writes: [...decision.writes, taken] }
    },
  })
}

function waivedBetween(before: Loan, after: Loan): Parts {
  const was = totalWaived(before)
  const is = totalWaived(after)
  return partNames.reduce<Parts>(
    (parts, name) => ({ ...parts, [name]: subtract(is[name], was[name]) }),
    noParts,
  )
}

function totalWaived({ instalments }: Loan): Parts {
  return instalments.map(({ waived }) => waived).reduce<Parts>(addParts, noParts)
}

async function lockLoanAndOffer(
  tx: Transaction,
  { customer }: Act,
  { loanNo, offerNo }: WaiverPayment,
): Promise<{ kept: LoanRecord; offered: OfferRecord }> {
  // Read after the loan is locked: of two who take it up, the second sees that it is gone.
  const kept = await lockLoan(tx, { customer, loanNo })
  const offered = isNumber(offerNo) ? await findOffer(tx, { customer, offerNo }) : undefined
  if (!offered || offered.loanNo !== loanNo) throw new Refused({ kind: 'offer-unknown' })
  return { kept, offered }
}
