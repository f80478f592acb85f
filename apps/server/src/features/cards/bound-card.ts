import type { BoundCard } from '@qingzhou/contract/cards'
import type { Card } from './card-store.ts'

/** A card as far as anybody needs to see it. */
export function boundCardOf(card: Card): BoundCard {
  const { cardId, bankCode, bankName, lastFour, singleLimit, dayLimit } = card
  return { cardId, bankCode, bankName, lastFour, singleLimit, dayLimit }
}
