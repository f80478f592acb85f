import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { subtract, type Money, ZERO } from '@qingzhou/domain/money/money'
import { boundCardOf, lockCard, type Card } from '#features/cards/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { cardTotalOn, type Order } from './order-store.ts'

/** What a card can still pay on a business date within its bank's day limit. */
export async function remainingCardLimit(
  db: Queryable,
  day: LocalDate,
  { customer, card }: { readonly customer: CustomerNo; readonly card: Card },
): Promise<Money> {
  return remainingLimit(card, await cardTotalOn(db, { customer, cardId: card.cardId, day }))
}

/** The cards of a customer with what each can still pay on a day. */
export async function listPayingCards(
  db: Queryable,
  day: LocalDate,
  { customer, cards }: { readonly customer: CustomerNo; readonly cards: readonly Card[] },
) {
  return Promise.all(
    cards.map(async (card) => ({
      ...boundCardOf(card),
      leftToday: await remainingCardLimit(db, day, { customer, card }),
    })),
  )
}

function remainingLimit({ dayLimit }: Pick<Card, 'dayLimit'>, used: Money): Money {
  return used < dayLimit ? subtract(dayLimit, used) : ZERO
}

/**
 * Refuses an order above the limits of its card. The card is locked, so that two orders that start
 * cannot both use the rest of the day limit.
 */
export async function requireCardLimits(
  tx: Transaction,
  order: Pick<Order, 'customer' | 'requestNo' | 'payBy' | 'cardId' | 'amount' | 'quotedOn'>,
): Promise<void> {
  const { customer, requestNo, payBy, cardId, amount, quotedOn: day } = order
  if (payBy !== 'card' || cardId === undefined) return
  const limits = await lockCard(tx, { customer, cardId })
  // Without a card the order is declined when it is sent.
  if (!limits) return
  const { singleLimit, dayLimit } = limits
  if (amount > singleLimit) throw new Refused({ kind: 'card-single-limit', limit: singleLimit })
  const used = await cardTotalOn(tx, { customer, cardId, day, without: requestNo })
  const left = remainingLimit(limits, used)
  if (amount > left) throw new Refused({ kind: 'card-day-limit', limit: dayLimit, left })
}
