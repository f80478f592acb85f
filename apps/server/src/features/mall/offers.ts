import type { mallShapes } from '@qingzhou/contract/features/mall'
import type { Output } from '@qingzhou/contract/wire/shape'
import { mallProductNo, product } from '@qingzhou/domain/product'
import { networkOf, type Caller } from '@qingzhou/platform/caller'
import { quoteDrawForChannel } from '#features/loans/index.ts'
import { findLimit, type LimitRecord } from '@qingzhou/lending/index'
import type { Offer } from '@qingzhou/providers/mall/port'
import { requireAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'

type Offers = Output<(typeof mallShapes)['offers']>

/** Rate limit: each call queries the mall and quotes every term of every offer. */
const PER_NETWORK_AND_MINUTE = 120

/** The offers of the mall, with monthly payments at the borrower's own rate, or at the highest. */
export async function mallOffers(
  services: Pick<Services, 'database' | 'limiter' | 'providers' | 'serviceFees' | 'businessDate'>,
  { ip, session }: Pick<Caller, 'ip' | 'session'>,
): Promise<Offers> {
  await requireAllowance(services, {
    key: `mall-offers:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  const offers = await services.providers.mall.offers()
  const limit = session && (await findLimit(services.database, session.customer))
  const own = limit?.state === 'open' ? limit : undefined
  return {
    offers: await Promise.all(
      offers.filter(isForSale).map(async (offer) => ({
        ...offer,
        instalments: await instalmentsOf(services, offer, own),
        ...(own && { isOwnRate: true }),
      })),
    ),
  }
}

/** Whether the price is within the amounts of a draw; other items cannot be paid in instalments. */
export function isForSale({ price }: Pick<Offer, 'price'>): boolean {
  return price >= product.draw.amountMin && price <= product.draw.amountMax
}

async function instalmentsOf(
  services: Pick<Services, 'database' | 'serviceFees' | 'businessDate'>,
  { price: amount }: Offer,
  own: LimitRecord | undefined,
) {
  return Promise.all(
    product.terms.map(async (months) => {
      const quoteInput = {
        amount,
        months,
        method: 'equal-instalments',
        productNo: mallProductNo,
      } as const
      const quoted = await quoteDrawForChannel(services, quoteInput, own)
      const { firstAmount: monthly, totalInterest, totalFees, annualCost } = quoted
      return { months, monthly, totalInterest, totalFees, annualCost }
    }),
  )
}
