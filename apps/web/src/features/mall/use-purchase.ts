import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import type { MallOffer, Delivery } from '@qingzhou/contract/features/mall'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { drawFor, quoteQuery, mall, type PurchaseQuote } from './queries.ts'
import { codes } from '@qingzhou/contract/codes'
import { toast } from '@qingzhou/ui/overlays'
import { ApiError } from '#platform/api/api-error.ts'
import { storeCookie } from '#platform/browser/cookies.ts'
import { goToVerification } from '#shared/lending/go-to-verification.ts'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'

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
  const request = { draw, key: `${quote.data?.quoteId ?? ''}/${card?.cardId ?? ''}` }
  const enabled = open && quote.data !== undefined && card !== undefined
  const loan = useQuery({ ...agreementsToSign({ eventType: '0301', ...request }), enabled })
  const debit = useQuery({ ...agreementsToSign({ eventType: '0302', ...request }), enabled })
  const papers: readonly Agreement[] | undefined =
    enabled && loan.data && debit.data
      ? [...loan.data.agreements, ...debit.data.agreements]
      : undefined
  const signing = useSigning(papers ?? [])
  return { quote, cards, card, chooseCard, papers, signing }
}

const REQUEST = 'mall-purchase'

type Purchase = {
  readonly offerNo: string
  readonly months: number
  readonly quote: PurchaseQuote
  readonly cardId: string
  readonly delivery: Delivery
  readonly agreed: readonly { readonly code: string; readonly version: string }[]
}

/** Buys the quoted offer and opens the verification. A repeated request is one order. */
export function useBuy() {
  const client = useQueryClient()
  return async ({ offerNo, months, quote, cardId, delivery, agreed }: Purchase) => {
    const { quoteId, costSheet } = quote
    const requestNo = requestNoFor(
      REQUEST,
      [offerNo, quoteId, cardId, ...Object.values(delivery)].join('/'),
    )
    const terms = { offerNo, instalment: months, cardId, delivery, quoteId, agreed: [...agreed] }
    try {
      const { loanSeqNo, verification } = await mall.buy(
        { ...terms, requestNo, costSheetDigest: costSheet.digest },
        { quiet: true },
      )
      clearRequestNo(REQUEST)
      storeCookie('loanSeqNo', loanSeqNo)
      await goToVerification(loanSeqNo, verification)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
      const isAnswered = error.code === codes.accountState || error.code === codes.invalidField
      if (!isAnswered) return
      // After a refusal, request the price, quote and limit again.
      clearRequestNo(REQUEST)
      await client.invalidateQueries({ queryKey: ['mall'] })
    }
  }
}
