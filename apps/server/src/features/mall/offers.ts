import type { mallShapes } from '@qingzhou/contract/mall'
import type { Output } from '@qingzhou/contract/shape'
import { mallProductNo, product } from '@qingzhou/domain/product'
import type { Caller } from '#platform/caller.ts'
import { quoteDrawForChannel } from '#features/loans/index.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Offer } from '#providers/mall/port.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'

type Offers = Output<(typeof mallShapes)['offers']>

/** Each call asks the mall, and quotes every term of every offer. */
const PER_NETWORK_AND_MINUTE = 120

/** What is sold, and what it would be a month for somebody who is not known yet. */
export async function mallOffers(services: Services, { ip }: Pick<Caller, 'ip'>): Promise<Offers> {
  await requireAllowance(services, {
    key: `mall-offers:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  const offers = await services.providers.mall.offers()
  return {
    offers: await Promise.all(
      offers
        .filter(isForSale)
        .map(async (offer) => ({ ...offer, instalments: await instalmentsOf(services, offer) })),
    ),
  }
}

/** What costs more or less than a draw may be can't be paid in instalments. */
export function isForSale({ price }: Pick<Offer, 'price'>): boolean {
  return price >= product.draw.amountMin && price <= product.draw.amountMax
}

async function instalmentsOf(services: Services, { price: amount }: Offer) {
  return Promise.all(
    product.terms.map(async (months) => {
      const trial = {
        amount,
        months,
        method: 'equal-instalments',
        productNo: mallProductNo,
      } as const
      const { firstAmount, totalInterest, annualCost } = await quoteDrawForChannel(services, trial)
      return { months, monthly: firstAmount, totalInterest, annualCost }
    }),
  )
}
