import { randomUUID } from 'node:crypto'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import type { AppPayment, AppPayments } from '#app-payments/app-payments.ts'
import type { AppRefund } from '#app-payments/app-refunds.ts'
import type { EncodedNotice } from '#callbacks/callbacks.ts'
import type { WechatKeys } from './keys.ts'
import { tradeOf } from './wechat-calls.ts'

/** The notice of a payment. */
export function wechatNotice(
  keys: WechatKeys,
  {
    appPayments,
    payment,
    secret,
    now,
  }: {
    readonly appPayments: Pick<AppPayments, 'find'>
    readonly payment: AppPayment
    readonly secret: string
    readonly now: number
  },
): EncodedNotice {
  const content = tradeOf({ appPayments, secret }, payment)
  const event = { event_type: 'TRANSACTION.SUCCESS', summary: '支付成功' }
  return sealedNotice(keys, { event, about: 'transaction', content, now })
}

/** The notice of a refund that arrived. */
export function wechatRefundNotice(
  keys: WechatKeys,
  {
    refund,
    payment,
    secret,
    now,
  }: {
    readonly refund: AppRefund
    readonly payment: AppPayment
    readonly secret: string
    readonly now: number
  },
): EncodedNotice {
  const [total, refunded] = [Number(payment.amountFen), Number(refund.amountFen)]
  const content = {
    mchid: wechatAccountOf(secret).merchantId,
    transaction_id: `42${payment.ticket}`,
    out_trade_no: payment.orderNo,
    refund_id: `50${refund.orderNo}`,
    out_refund_no: refund.orderNo,
    refund_status: 'SUCCESS',
    success_time: new Date(refund.settleAt).toISOString(),
    user_received_account: '支付用户零钱',
    amount: { total, refund: refunded, payer_total: total, payer_refund: refunded },
  }
  const event = { event_type: 'REFUND.SUCCESS', summary: '退款成功' }
  return sealedNotice(keys, { event, about: 'refund', content, now })
}

/** A notice as the app sends it: signed as an answer, with a sealed content. */
function sealedNotice(
  keys: WechatKeys,
  input: {
    readonly event: { readonly event_type: string; readonly summary: string }
    readonly about: string
    readonly content: object
    readonly now: number
  },
): EncodedNotice {
  const { about, event } = input
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: new Date(input.now).toISOString(),
    resource_type: 'encrypt-resource',
    ...event,
    resource: { original_type: about, ...keys.sealed(JSON.stringify(input.content), about) },
  })
  return { contentType: 'application/json', body, headers: keys.signed(body) }
}
