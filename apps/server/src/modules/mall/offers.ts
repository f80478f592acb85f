import type { mallShapes } from '@qingzhou/contract/mall'
import type { Output } from '@qingzhou/contract/shape'
import { mallProductNo, product } from '@qingzhou/domain/product'
import { tryDrawForChannel } from '#modules/loans/index.ts'
import type { Offer } from '#providers/mall/port.ts'
import type { Services } from '#services.ts'

type Offers = Output<(typeof mallShapes)['offers']>

/** What is sold, and what it would be a month for somebody who is not known yet. */
export async function mallOffers(services: Services): Promise<Offers> {
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
      const { firstAmount, totalInterest, annualCost } = await tryDrawForChannel(services, trial)
      return { months, monthly: firstAmount, totalInterest, annualCost }
    }),
  )
}
