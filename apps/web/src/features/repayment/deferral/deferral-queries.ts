import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { DeferralQuote } from '@qingzhou/contract/features/repayment/deferrals'
import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { repayment } from '#features/repayment/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { isCodeRefused } from '#shared/sign-in/code-step.tsx'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'

export type DeferralOffers = Output<typeof repaymentShapes.deferralOffer>

type LoanToDefer = DeferralOffers['loans'][number]

/** The booked deferral, and its loan, whose principal it does not change. */
export type DeferAnswer = Output<typeof repaymentShapes.defer> & {
  readonly loan: LoanToDefer['loan']
}

/** A loan whose next instalment can be deferred. */
export type Deferrable = LoanToDefer & {
  readonly instalment: NonNullable<LoanToDefer['instalment']>
}

export const deferralOffersQuery = queryOptions({
  queryKey: ['repayment', 'deferral'],
  queryFn: async ({ signal }) => repayment.deferralOffer({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** Query of the quote of a deferral. */
export function deferralQuoteQuery(request: { readonly loanNo: string; readonly days: number }) {
  return queryOptions({
    queryKey: ['repayment', 'deferral', request.loanNo, request.days],
    queryFn: async ({ signal }): Promise<DeferralQuote> => {
      const { quote } = await repayment.deferralOffer(request, { signal, quiet: true })
      if (!quote) throw new Error('deferral: answer without quote')
      return quote
    },
    refetchOnMount: 'always',
  })
}

export function canBeDeferred(loan: LoanToDefer): loan is Deferrable {
  return loan.refusal === undefined && loan.instalment !== undefined && loan.daysMax > 0
}

const REQUEST = 'deferral'

type AgreedDeferral = readonly { readonly code: string; readonly version: string }[]

/** Applies for the quoted deferral; a repeated request without an answer is the same one. */
export function useDeferral() {
  const client = useQueryClient()
  const [deferred, setDeferred] = useState<DeferAnswer>()
  const [problem, setProblem] = useState<string>()

  /** Returns why the code was refused, if it was: it can be typed again. */
  async function deferral(
    { loan, quote }: { readonly loan: LoanToDefer['loan']; readonly quote: DeferralQuote },
    { agreed, dynamicCode }: { readonly agreed: AgreedDeferral; readonly dynamicCode: string },
  ): Promise<{ readonly wrongCode?: string }> {
    const { loanNo, days, quoteId } = quote
    setProblem(undefined)
    const requestNo = requestNoFor(REQUEST, quoteId)
    try {
      const answer = await repayment.defer(
        { requestNo, loanNo, days, quoteId, agreed: [...agreed], dynamicCode },
        { quiet: true },
      )
      clearRequestNo(REQUEST)
      setDeferred({ ...answer, loan })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isCodeRefused(error)) return { wrongCode: error.message }
      setProblem(error.message)
      if (error.code !== codes.accountState && error.code !== codes.invalidField) return {}
      clearRequestNo(REQUEST)
    }
    // The debt or the eligibility has changed: request it again.
    await client.invalidateQueries({ queryKey: ['repayment'] })
    await client.invalidateQueries({ queryKey: ['agreements-to-sign'] })
    return {}
  }

  return { deferral, deferred, problem }
}
