import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { ApiError } from '#platform/api-error.ts'
import { goOnPaying } from '#shared/go-on-paying.ts'
import type { PayMethod } from '#shared/pay-methods.ts'
import { placeOrder } from '#shared/place-order.ts'
import { forgetRequestNo } from '#shared/request-no.ts'
import { offersQuery, waiver } from './queries.ts'

const REQUEST = 'waiver-order'

/** Places the order for all that is to be paid, and goes on. */
export function usePayOffer({ offerNo, payable }: WaiverOffer) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function pay(method: PayMethod): Promise<void> {
    setProblem(undefined)
    const { payBy, cardId } = method
    const what = [offerNo, payable, method.id].join('/')
    try {
      const placed = await placeOrder({ request: REQUEST, what }, (repaySeqNo) =>
        waiver.pay({ repaySeqNo, offerNo, payable, payBy, cardId }, { quiet: true }),
      )
      await goOnPaying(placed, method)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // Where no answer came, the order stays the same; what the server refused is another one next time.
      if (error.code !== codes.accountState && error.code !== codes.invalidField) return
      forgetRequestNo(REQUEST)
      await client.invalidateQueries(offersQuery)
    }
  }

  return { pay, problem }
}
