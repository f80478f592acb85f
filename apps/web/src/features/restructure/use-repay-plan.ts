import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { Money } from '@qingzhou/domain/money/money'
import { ApiError } from '#platform/api-error.ts'
import { goOnPaying } from '#shared/go-on-paying.ts'
import type { PayMethod } from '#shared/pay-methods.ts'
import { placeOrder } from '#shared/place-order.ts'
import { forgetRequestNo } from '#shared/request-no.ts'
import { restructure } from './queries.ts'

const REQUEST = 'plan-order'

type Repayment = {
  readonly loanNo: string
  readonly through: number
  /** What was shown, to the fen. */
  readonly amount: Money
  readonly method: PayMethod
}

/** Pays the instalments through the chosen one: places the order, and goes on to the code, the app or the result. */
export function useRepayPlan() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function repay(repayment: Repayment): Promise<void> {
    setProblem(undefined)
    try {
      await goOnPaying(await placed(repayment), repayment.method)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // Where no answer came, the order stays the same; what the server refused is another one next time.
      if (error.code !== codes.accountState && error.code !== codes.invalidField) return
      forgetRequestNo(REQUEST)
      await client.invalidateQueries({ queryKey: ['restructure', 'signed'] })
      await client.invalidateQueries({ queryKey: ['repayment', 'quote'] })
    }
  }

  return { repay, problem }
}

async function placed({ loanNo, through, amount, method }: Repayment) {
  const { payBy, cardId } = method
  const what = [loanNo, through, amount, method.id].join('/')
  return placeOrder({ request: REQUEST, what }, (repaySeqNo) =>
    restructure.repay({ repaySeqNo, loanNo, through, amount, payBy, cardId }, { quiet: true }),
  )
}
