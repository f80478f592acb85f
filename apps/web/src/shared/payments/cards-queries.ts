import { cardsShapes } from '@qingzhou/contract/features/cards'
import { queryOptions } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { callsOf } from '#platform/api/api.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'

export const cards = callsOf('cards', cardsShapes)

/** Query of the customer's bound cards. */
export function boundCardsQuery() {
  return queryOptions({
    queryKey: ['bound-cards'],
    queryFn: async ({ signal }) => (await cards.list({}, { signal, quiet: true })).cards,
  })
}

/** Query of whether a card pays without an SMS code. It may have been ended on another phone. */
export function debitAgreementQuery(cardId: string | undefined) {
  return queryOptions({
    queryKey: ['debit-agreement', cardId ?? ''],
    enabled: cardId !== undefined,
    queryFn: async ({ signal }) => {
      if (cardId === undefined) throw new Error('debit agreement: card missing')
      return cards.hasDebitAgreement({ cardId }, { signal, quiet: true })
    },
    refetchOnMount: 'always',
  })
}

/**
 * Query of the agreement for debits by the payment app. It is signed on the app's page and may be ended there, so
 * it is asked again, also while it is being signed.
 */
export function walletAgreementQuery() {
  return queryOptions({
    queryKey: ['wallet-agreement'],
    queryFn: async ({ signal }) => cards.walletAgreement({}, { signal, quiet: true }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'signing' ? ASK_AGAIN_MS : false),
  })
}

const ASK_AGAIN_MS = 2_000

/** The page that signs the agreement of a card. */
export function signingLink(cardId: string): string {
  return `#${addressWithQuery(routes.repayment.confirmPayment.path, { cardId })}`
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
