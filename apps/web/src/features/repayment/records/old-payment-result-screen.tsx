import { routes } from '#app/routes.ts'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { OrderResult } from './order-result.tsx'
import { orderParam } from '@qingzhou/contract/wire/params'

/** Older messages use another parameter for the order. */
export default function OldPaymentResultScreen() {
  const requestNo = numberInLink('orderNo') ?? numberInLink(orderParam)
  if (requestNo === undefined) {
    return <MissingSubject title={routes.repayment.oldPaymentResult.title} what="这笔还款" />
  }
  return <OrderResult requestNo={requestNo} />
}
