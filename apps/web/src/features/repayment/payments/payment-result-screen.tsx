import { routes } from '#app/routes.ts'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { OrderResult } from './order-result.tsx'

export default function PaymentResultScreen() {
  const repaySeqNo = numberInLink('repaySeqNo')
  if (repaySeqNo === undefined) {
    return <MissingSubject title={routes.repayment.paymentResult.title} what="这笔还款" />
  }
  return <OrderResult repaySeqNo={repaySeqNo} />
}
