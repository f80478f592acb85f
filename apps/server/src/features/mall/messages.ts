import { returnableUntil } from '@qingzhou/domain/mall/purchase'
import { displayYuan, ZERO, type Money } from '@qingzhou/domain/money/money'
import { smsOf, type Sms } from '#platform/sms/sms-templates.ts'
import type { MallOrder } from './mall-order-store.ts'

export function deliveredMessage({ name: goods, purchase }: MallOrder): Sms {
  const until = returnableUntil(purchase)
  if (until === undefined) return smsOf('purchase-delivered', { goods })
  return smsOf('purchase-delivered/returnable', { goods, until })
}

export function notTakenBackMessage({ name: goods }: MallOrder, reason: string | undefined): Sms {
  if (reason === undefined) return smsOf('purchase-kept', { goods })
  return smsOf('purchase-kept/reason', { goods, reason })
}

export function returnedMessage(
  { name: goods, price }: MallOrder,
  { refunded, reason }: { readonly refunded: Money; readonly reason: string | undefined },
): Sms {
  const known = { goods, amount: displayYuan(price) }
  const refund = displayYuan(refunded)
  if (refunded > ZERO) {
    return reason === undefined
      ? smsOf('purchase-returned/refund', { ...known, refund })
      : smsOf('purchase-returned/reason-refund', { ...known, reason, refund })
  }
  return reason === undefined
    ? smsOf('purchase-returned', known)
    : smsOf('purchase-returned/reason', { ...known, reason })
}
