import { cardsShapes } from '@qingzhou/contract/cards'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

export const cards = callsOf('cards', cardsShapes)

/** The cards a person has bound. */
export function boundCardsQuery() {
  return queryOptions({
    queryKey: ['bound-cards'],
    queryFn: async ({ signal }) => (await cards.list({}, { signal, quiet: true })).cards,
  })
}

/** Six digits name most banks; some local ones need ten. More of a number never travels for this. */
const PREFIX_LENGTHS = [10, 6]

/** The bank of a card number, as soon as enough of it is typed. */
export function bankOfNumberQuery(cardNo: string) {
  const length = PREFIX_LENGTHS.find((enough) => cardNo.length >= enough)
  const prefix = cardNo.slice(0, length)
  return queryOptions({
    queryKey: ['bank-of-number', prefix],
    queryFn: async ({ signal }) => cards.bankOfNumber({ cardNo: prefix }, { signal, quiet: true }),
    enabled: length !== undefined,
    staleTime: Infinity,
  })
}
