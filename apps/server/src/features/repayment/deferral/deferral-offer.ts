import type { deferralShapes } from '@qingzhou/contract/features/repayment/deferrals'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { refused } from '@qingzhou/domain/refusal'
import { deferralOptions } from '@qingzhou/domain/repayment/deferral'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { deferralOf, type LoanRecord } from '@qingzhou/lending/index'
import { instalmentsOf, summaryOf, loanOf, readBills } from '#features/repayment/read-bills.ts'
import { loansBeingPaid } from '#features/repayment/orders/order-store.ts'
import { whyNot, type RenderRefusal } from '#features/repayment/refusal-message.ts'
import type { Services } from '#services.ts'
import { quoteDeferral } from './quote-deferral.ts'

type DeferralOfferInput = Input<(typeof deferralShapes)['deferralOffer']>
type Offer = Output<(typeof deferralShapes)['deferralOffer']>

/** Which instalments can be deferred, why others cannot, and the cost of a deferral. */
export async function deferralOffer(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  {
    request,
    renderRefusal,
  }: { readonly request: DeferralOfferInput; readonly renderRefusal: RenderRefusal },
): Promise<Offer> {
  const { loanNo, days } = request
  const bills = await readBills(services, customer)
  const { today, running } = bills
  const paying = await loansBeingPaid(services.database, customer)
  const quoted =
    loanNo !== undefined && days !== undefined
      ? quoteDeferral(loanOf(bills, loanNo), { customer, days, today })
      : undefined
  return {
    today,
    loans: running.map((record) =>
      deferrableLoan(record, { today, renderRefusal, isPaying: paying.has(record.loanNo) }),
    ),
    quote: quoted,
  }
}

function deferrableLoan(
  record: LoanRecord,
  situation: {
    readonly today: LocalDate
    readonly renderRefusal: RenderRefusal
    readonly isPaying: boolean
  },
): Offer['loans'][number] {
  const { today, renderRefusal, isPaying } = situation
  const { current, daysMax, timesLeft } = deferralOptions(record.loan, today)
  const outcome = isPaying
    ? refused({ kind: 'payment-running' })
    : deferralOf(record, { days: 1, today })
  return {
    loan: summaryOf(record, today),
    instalment: instalmentsOf(record, today).find(({ n }) => n === current?.n),
    daysMax: outcome.ok ? daysMax : 0,
    deferralsLeft: timesLeft,
    refusal: whyNot(outcome, renderRefusal),
  }
}
