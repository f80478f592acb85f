import { routes } from '#app/routes.ts'
import { numberInLink } from '#shared/number-in-link.ts'
import { NoSuch } from '#shared/no-such.tsx'
import { OrderResult } from './order-result.tsx'

/** Links of older messages name the order otherwise. */
export default function OldPaymentResultScreen() {
  const repaySeqNo = numberInLink('orderNo') ?? numberInLink('repaySeqNo')
  if (repaySeqNo === undefined) {
    return <NoSuch title={routes.repayment.oldPaymentResult.title} what="这笔还款" />
  }
  return <OrderResult repaySeqNo={repaySeqNo} />
}
