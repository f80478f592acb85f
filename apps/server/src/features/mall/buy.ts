import type { mallShapes } from '@qingzhou/contract/features/mall'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { applyForLoan, MALL_PURPOSE, quoteViewOf } from '#features/loans/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findOrderOfRequest, insertMallOrder, type MallOrder } from './mall-order-store.ts'
import { isForSale } from './offers.ts'

type Buying = Input<(typeof mallShapes)['buy']>
type BuyAnswer = Output<(typeof mallShapes)['buy']>
type Item = Pick<MallOrder, 'offerNo' | 'name' | 'picture' | 'price'>

/**
 * Applies for the draw that pays for a purchase in the mall; from then on it is an ordinary draw.
 * The mall's current price is part of the quote, so after a price change the purchase must be
 * quoted again. A repeated requestNo uses the price of the first call.
 */
export async function buy(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'providers' | 'serviceFees' | 'today'
  >,
  caller: SignedInCaller,
  buying: Buying,
): Promise<BuyAnswer> {
  const { customer } = caller.session
  const { requestNo, offerNo, months, cardId, quoteId, costSheetDigest } = buying
  const item = await itemOf(services, caller, buying)
  const request = {
    requestNo: `mall-${requestNo}`,
    amount: item.price,
    months,
    method: 'equal-instalments',
    purposeCode: MALL_PURPOSE,
    cardId,
    quoteId,
    costSheetDigest,
    agreed: buying.agreed,
  } as const
  const { drawNo, verification } = await applyForLoan(services, caller, request, {
    keep: async (tx, drawn) =>
      insertMallOrder(tx, services, {
        ...item,
        delivery: buying.delivery,
        customer,
        offerNo,
        requestNo,
        months,
        drawNo: drawn.drawNo,
        orderNo: orderNoOf(drawn.drawNo),
        firstAmount: quoteViewOf(drawn.quote).firstAmount,
        begunAt: services.now(),
      }),
  })
  return { orderNo: orderNoOf(drawNo), drawNo, verification }
}

async function itemOf(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  { session: { customer } }: SignedInCaller,
  { requestNo, offerNo }: Buying,
): Promise<Item> {
  const earlier = await findOrderOfRequest(database, { customer, requestNo })
  if (earlier) {
    if (earlier.offerNo !== offerNo) throw new Refused({ kind: 'number-taken' })
    return earlier
  }
  const offers = await providers.mall.offers()
  const offer = offers.find((one) => one.offerNo === offerNo && isForSale(one))
  if (!offer) throw new Refused({ kind: 'mall-offer-unknown' })
  return offer
}

/** A draw pays for one purchase, so the order number is derived from the draw number. */
function orderNoOf(drawNo: string): string {
  return `M${drawNo.slice(1)}`
}
