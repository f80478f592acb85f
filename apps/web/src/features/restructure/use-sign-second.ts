import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { SecondQuote } from '@qingzhou/contract/restructure'
import { toast } from '@qingzhou/ui/toast'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { go } from '#platform/navigation.ts'
import { forgetRequestNo, requestNoFor } from '#shared/request-no.ts'
import { restructure } from './queries.ts'

const REQUEST = 'sign-second'

type Agreed = readonly { readonly code: string; readonly version: string }[]

/** Signs exactly what was quoted; asked again because no answer came, it is signed once. */
export function useSignSecond({ loanNo, months, quoteId, costSheet }: SecondQuote) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Answers what came of it. Where no answer came, the very same is asked again: number, code and all. */
  async function sign(
    agreed: Agreed,
    dynamicCode: string,
  ): Promise<'signed' | 'refused' | 'unanswered'> {
    setProblem(undefined)
    const requestNo = requestNoFor(REQUEST, quoteId)
    try {
      const signed = await restructure.signSecond(
        {
          requestNo,
          loanNo,
          months,
          quoteId,
          costSheetDigest: costSheet.digest,
          agreed: [...agreed],
          dynamicCode,
        },
        { quiet: true },
      )
      await finish(signed.loanNo)
      return 'signed'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      if (error.code !== codes.accountState && error.code !== codes.invalidField)
        return 'unanswered'
      forgetRequestNo(REQUEST)
      // The page is there again at once: whoever types the next code must not lose it to this.
      void renew('active')
      return 'refused'
    }
  }

  async function finish(newLoanNo: string) {
    forgetRequestNo(REQUEST)
    await renew('none')
    toast('签约成功，已短信通知您')
    await go(routes.restructure.secondPlan, { query: { loanNo: newLoanNo }, replace: true })
  }

  /** What is owed, and what may be spread, has changed or was never so: what this page shows, or the next one. */
  async function renew(refetchType: 'active' | 'none') {
    for (const key of ['restructure', 'repayment', 'agreements-to-sign']) {
      await client.invalidateQueries({ queryKey: [key], refetchType })
    }
  }

  return { sign, problem }
}
