import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { DelayQuote } from '@qingzhou/contract/delays'
import { ApiError } from '#platform/api-error.ts'
import { forgetRequestNo, requestNoFor } from '#shared/request-no.ts'
import type { Delayed } from './delay-queries.ts'
import { repayment } from './queries.ts'

const REQUEST = 'delay'

type Agreed = readonly { readonly code: string; readonly version: string }[]

/** Asks for the delay exactly as it was quoted; asked again because no answer came, it is the same one. */
export function useDelay() {
  const client = useQueryClient()
  const [delayed, setDelayed] = useState<Delayed>()
  const [problem, setProblem] = useState<string>()

  async function delay({ loanNo, days, quoteId }: DelayQuote, agreed: Agreed): Promise<void> {
    setProblem(undefined)
    const requestNo = requestNoFor(REQUEST, quoteId)
    try {
      const answer = await repayment.delay(
        { requestNo, loanNo, days, quoteId, agreed: [...agreed] },
        { quiet: true },
      )
      forgetRequestNo(REQUEST)
      setDelayed(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      if (error.code !== codes.accountState && error.code !== codes.invalidField) return
      forgetRequestNo(REQUEST)
    }
    // What is owed, and what may be delayed, has changed or was never so.
    await client.invalidateQueries({ queryKey: ['repayment'] })
    await client.invalidateQueries({ queryKey: ['agreements-to-sign'] })
  }

  return { delay, delayed, problem }
}
