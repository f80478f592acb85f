import { displayYuan } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import { findOffer } from '#lending/index.ts'
import { quoteWaiver, readBills } from '#features/repayment/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'

/** Tells a borrower what is offered, unless it is over by then. */
export async function announceOffer(
  services: Services,
  { customer, offerNo }: { readonly customer: CustomerNo; readonly offerNo: string },
): Promise<void> {
  const kept = await findOffer(services.database, { customer, offerNo })
  if (!kept) return
  const { isGood, toPay, waived } = quoteWaiver(kept, await readBills(services, customer))
  if (!isGood) return
  const text = `为您提供一份逾期减免方案：${kept.offer.lastDay} 前（含当日）一次还清 ${displayYuan(toPay)} 元，可减免 ${displayYuan(waived)} 元，金额以还款当日为准。请在“减免还款”中查看，办理不收取任何费用。`
  const message = { customer, kind: 'waiver-offered', messageNo: `${offerNo}-offered`, text }
  await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
}
