import { useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import { toast } from '@qingzhou/ui/overlays'
import { drawCookie } from '@qingzhou/contract/wire/params'
import { ApiError } from '#platform/api/api-error.ts'
import { storeCookie } from '#platform/browser/cookies.ts'
import { goToVerification } from '#shared/lending/go-to-verification.ts'
import { newRequestNo } from '#shared/payments/request-no.ts'
import { loans, type Quote, type Terms } from './queries.ts'

type Application = {
  readonly terms: Terms
  readonly quote: Quote
  readonly couponNo: string | undefined
  readonly purpose: string
  readonly cardId: string
  readonly agreed: readonly { readonly code: string; readonly version: string }[]
}

/** The kind of use of every draw. */
const CONSUMPTION = '1'

/**
 * Applies for the quoted draw and opens its verification.
 *
 * The request number is created here: a repeated tap without an answer is the same draw.
 */
export function useApply() {
  const client = useQueryClient()
  const request = useRef<{ readonly what: string; readonly requestNo: string }>(undefined)

  /** One number per application: another card or purpose is another application. */
  function requestNoFor({ quote, purpose, cardId }: Application): string {
    const what = [quote.quoteId, purpose, cardId].join('/')
    if (request.current?.what !== what) request.current = { what, requestNo: newRequestNo() }
    return request.current.requestNo
  }

  return async (application: Application) => {
    const { terms, quote, couponNo, purpose, cardId, agreed } = application
    try {
      const { drawNo, verification } = await loans.apply(
        {
          requestNo: requestNoFor(application),
          amount: terms.amount,
          months: terms.months,
          method: terms.method,
          purposeCode: purpose,
          purpose: CONSUMPTION,
          couponNo,
          cardId,
          quoteId: quote.quoteId,
          costSheetDigest: quote.costSheet.digest,
          agreed: [...agreed],
        },
        { quiet: true },
      )
      request.current = undefined
      storeCookie(drawCookie, drawNo)
      await goToVerification(drawNo, verification)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
      // After a refusal, request the quote, coupons and limit again.
      const isAnswered = error.code === codes.accountState || error.code === codes.invalidField
      if (!isAnswered) return
      request.current = undefined
      await client.invalidateQueries({ queryKey: ['loans'] })
    }
  }
}
