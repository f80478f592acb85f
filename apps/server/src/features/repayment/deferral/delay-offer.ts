import type { delayShapes } from '@qingzhou/contract/delays'
import type { Input, Output } from '@qingzhou/contract/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { refused } from '@qingzhou/domain/refusal'
import { deferInstalment, delayRoom } from '@qingzhou/domain/repayment/delay'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { LoanRecord } from '#lending/index.ts'
import { instalmentsOf, summaryOf } from '#features/repayment/loan-view.ts'
import { loansBeingPaid } from '#features/repayment/orders/order-store.ts'
import { loanOf, readBills } from '#features/repayment/read-bills.ts'
import { whyNot, type SayWhyNot } from '#features/repayment/say-why-not.ts'
import type { Services } from '#platform/services.ts'
import { quoteDelay } from './quote-delay.ts'

type Asked = Input<(typeof delayShapes)['delayOffer']>
type Offer = Output<(typeof delayShapes)['delayOffer']>

/** Which instalments may be paid later, why others may not, and what a delay would cost. */
export async function delayOffer(
  services: Services,
  customer: CustomerNo,
  { asked, sayWhyNot }: { readonly asked: Asked; readonly sayWhyNot: SayWhyNot },
): Promise<Offer> {
  const { loanNo, days } = asked
  const bills = await readBills(services, customer)
  const { today, running } = bills
  const paying = await loansBeingPaid(services.database, customer)
  const quoted =
    loanNo !== undefined && days !== undefined
      ? quoteDelay(loanOf(bills, loanNo), { customer, days, today })
      : undefined
  return {
    today,
    loans: running.map((kept) =>
      delayable(kept, { today, sayWhyNot, isPaying: paying.has(kept.loanNo) }),
    ),
    quote: quoted,
  }
}

function delayable(
  kept: LoanRecord,
  situation: {
    readonly today: LocalDate
    readonly sayWhyNot: SayWhyNot
    readonly isPaying: boolean
  },
): Offer['loans'][number] {
  const { today, sayWhyNot, isPaying } = situation
  const { current, daysMax, timesLeft } = delayRoom(kept.loan, today)
  const outcome = isPaying
    ? refused({ kind: 'payment-running' })
    : deferInstalment(kept.loan, { days: 1, today })
  return {
    loan: summaryOf(kept, today),
    instalment: instalmentsOf(kept, today).find(({ n }) => n === current?.n),
    daysMax: outcome.ok ? daysMax : 0,
    delaysLeft: timesLeft,
    refusal: whyNot(outcome, sayWhyNot),
  }
}
