import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  addParts,
  daysOverdue,
  type Loan,
  noParts,
  partNames,
  type Parts,
} from '@qingzhou/domain/loans/loan'
import { subtract } from '@qingzhou/domain/money/money'
import {
  offerWaiver as offer,
  payWithWaiver as pay,
  type WaiverOffer,
} from '@qingzhou/domain/waiver/waiver'
import { type Act, type Deps, perform } from '#act.ts'
import { dayFor } from '#change.ts'
import { findOffer, insertOffer, type OfferRecord, acceptOffer } from '#changes/offer-store.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { isNumber } from '#numbers.ts'
import type { Transaction } from '@qingzhou/platform/database/database'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { PaymentAnswer, PaymentRequest } from '#requests.ts'
import { checkPayment, type PaymentRule, settlePayment } from './payments.ts'

/** Offers to waive a share of an overdue debt if the rest is paid in one payment by a given day. */
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
    decide: (record, books) => {
      const today = dayFor([record], books.today)
      const made = orRefuse(offer(record.loan, { ...request, today }))
      return {
        answer: { offerNo: requestNo },
        writes: [insertOffer({ customer, offerNo: requestNo, loanNo, offer: made, madeOn: today })],
      }
    },
  })
}

type WaiverPayment = PaymentRequest & {
  readonly offerNo: string
  /** The day of the payment order, if before today: the offer is valid as of that day. */
  readonly orderedOn?: LocalDate
}

/** Pays the amount of a waiver offer, and waives the rest in the same step. */
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
    decide: ({ record, offered }, { today: businessDate }) => {
      if (offered.state === 'accepted') throw new Refused({ kind: 'offer-taken' })
      const { loan } = record
      const today = dayFor([record], businessDate)
      const ordered = orderedOn === undefined || orderedOn > today ? {} : { orderedOn }
      const outcome = pay(loan, { amount, today, offer: offered.offer, ...ordered })
      const { loan: after, allocations } = orRefuse(outcome)
      const rule = {
        name: 'pay-with-waiver',
        kind: 'waiver',
        event: 'waiver',
        settle: () => outcome,
      } as const satisfies PaymentRule
      const decision = settlePayment(record, { act, request, rule, businessDate, now: deps.now() })
      const taken = acceptOffer({
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
): Promise<{ record: LoanRecord; offered: OfferRecord }> {
  // Read after the loan is locked, so that the second of two payments sees that the offer was
  // accepted.
  const record = await lockLoan(tx, { customer, loanNo })
  const offered = isNumber(offerNo) ? await findOffer(tx, { customer, offerNo }) : undefined
  if (!offered || offered.loanNo !== loanNo) throw new Refused({ kind: 'offer-unknown' })
  return { record, offered }
}
