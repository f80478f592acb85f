import { routes } from '#app/routes.ts'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { OrderResult } from './order-result.tsx'

/** Older messages use another parameter for the order. */
export default function OldPaymentResultScreen() {
  const repaySeqNo = numberInLink('orderNo') ?? numberInLink('repaySeqNo')
  if (repaySeqNo === undefined) {
    return <MissingSubject title={routes.repayment.oldPaymentResult.title} what="这笔还款" />
  }
  return <OrderResult repaySeqNo={repaySeqNo} />
}
