import { cardsShapes } from '@qingzhou/contract/features/cards'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

export const cards = callsOf('cards', cardsShapes)

/** Query of the customer's bound cards. */
export function boundCardsQuery() {
  return queryOptions({
    queryKey: ['bound-cards'],
    queryFn: async ({ signal }) => (await cards.list({}, { signal, quiet: true })).cards,
  })
}

/** Six digits identify most banks, some local ones need ten. More digits are never sent. */
const PREFIX_LENGTHS = [10, 6]

/** Query of the bank, as soon as enough digits are typed. */
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
