import type { LoanAct } from '@qingzhou/domain/acts/acts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { Keep } from '@qingzhou/domain/repayment/early-repayment'
import type { ForbearanceTerms } from '@qingzhou/domain/repayment/forbearance'
import type { WaiverOffer } from '@qingzhou/domain/waiver/waiver'
import type { PaymentAnswer, PaymentRequest } from './requests.ts'
import type { AmountToWaive } from './requests.ts'

/** A recorded use case of the audit log, with the day it counts for. */
export type RecordedAct = {
  readonly name: string
  readonly requestNo: string
  readonly asked: unknown
  readonly answer: unknown
  readonly day: LocalDate
}

type Offers = ReadonlyMap<string, WaiverOffer>

/** The use cases that are an act of the domain, which changes one loan. */
export const loanActs: Readonly<Record<string, (act: RecordedAct, offers: Offers) => LoanAct>> = {
  'receive-payment': (act) => ({ do: 'pay', ...paymentOf(act) }),
  'repay-in-full': (act) => ({ do: 'settle', ...paymentOf(act) }),
  'repay-in-part': (act) => {
    const { keep } = act.asked as { keep?: Keep }
    return { do: 'repay-part', ...paymentOf(act), ...(keep && { keep }) }
  },
  'repay-through': (act) => ({ do: 'pay-through', ...paymentOf(act), through: throughOf(act) }),
  'pay-with-waiver': (act, offers) => {
    const { offerNo, orderedOn } = act.asked as { offerNo: string; orderedOn?: LocalDate }
    const offer = offers.get(offerNo)
    if (!offer) throw new Error(`offer ${offerNo}: not found in earlier acts`)
    const ordered = orderedOn === undefined || orderedOn > act.day ? {} : { orderedOn }
    return { do: 'pay-with-waiver', ...paymentOf(act), offer, ...ordered }
  },
  'waive-amount': (act) => {
    const { part, waived } = act.asked as AmountToWaive
    return { do: 'waive-amount', on: act.day, part, waived }
  },
  delay: (act) => {
    const { days } = act.asked as { days: number }
    return { do: 'defer', on: act.day, days }
  },
  relief: (act) => {
    const { days, asked } = act.asked as { days: number; asked?: ForbearanceTerms }
    return { do: 'forbear', on: act.day, days, ...(asked && { asked }) }
  },
}

function paymentOf({ asked, day: on }: RecordedAct): { on: LocalDate; amount: Money } {
  return { on, amount: (asked as PaymentRequest).amount }
}

/** The last instalment to pay. If not recorded, the last one that received an allocation. */
function throughOf({ asked, answer }: RecordedAct): number {
  const { through } = asked as { through?: number }
  return through ?? Math.max(0, ...(answer as PaymentAnswer).allocations.map(({ n }) => n))
}
