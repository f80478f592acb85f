import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { OpenSheet, returnInLink } from './open-sheet.tsx'
import { OrderResult } from './order-result.tsx'

export default function PaymentResultScreen() {
  const repaySeqNo = numberInLink('repaySeqNo')
  const [returned] = useState(returnInLink)
  if (repaySeqNo === undefined) {
    return <MissingSubject title={routes.repayment.paymentResult.title} what="这笔还款" />
  }
  if (returned) return <OpenSheet repaySeqNo={repaySeqNo} returned={returned} />
  return <OrderResult repaySeqNo={repaySeqNo} />
}
