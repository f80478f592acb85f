import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import type { MallOffer } from '@qingzhou/contract/features/mall'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { drawFor, quoteQuery } from './queries.ts'

export type PurchaseState = ReturnType<typeof usePurchase>

/** The current purchase: quote, repayment card and agreements. */
export function usePurchase(
  offer: MallOffer,
  { months, open }: { readonly months: number; readonly open: boolean },
) {
  const [chosenCard, chooseCard] = useState<string>()
  const quote = useQuery({ ...quoteQuery(offer, months), enabled: open })
  const cards = useQuery({ ...boundCardsQuery(), enabled: open })
  const card = cards.data?.find(({ cardId }) => cardId === chosenCard) ?? cards.data?.[0]

  const draw = { ...drawFor(offer, months), borrowPurpose: 'shopping', cardId: card?.cardId }
  const asked = { draw, key: `${quote.data?.quoteId ?? ''}/${card?.cardId ?? ''}` }
  const enabled = open && quote.data !== undefined && card !== undefined
  const loan = useQuery({ ...agreementsToSign({ eventType: '0301', ...asked }), enabled })
  const debit = useQuery({ ...agreementsToSign({ eventType: '0302', ...asked }), enabled })
  const papers: readonly Agreement[] | undefined =
    enabled && loan.data && debit.data
      ? [...loan.data.agreements, ...debit.data.agreements]
      : undefined
  const signing = useSigning(papers ?? [])
  return { quote, cards, card, chooseCard, papers, signing }
}
