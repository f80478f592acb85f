import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { Delivery } from '@qingzhou/contract/features/mall'
import { toast } from '@qingzhou/ui/overlays'
import { ApiError } from '#platform/api/api-error.ts'
import { storeCookie } from '#platform/browser/cookies.ts'
import { goToVerification } from '#shared/lending/go-to-verification.ts'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'
import { mall, type PurchaseQuote } from './queries.ts'

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
