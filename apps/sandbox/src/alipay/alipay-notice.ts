import type { AppPayment, AppPayments } from '#app-payments/app-payments.ts'
import type { EncodedNotice } from '#callbacks/callbacks.ts'
import { newNotifyId, tradeOf } from './alipay-calls.ts'
import { ALIPAY_APP_ID, ALIPAY_SELLER_ID, signedText, type AlipayKeys } from './keys.ts'

const SHANGHAI_AHEAD_MS = 8 * 3_600_000

/** A notice as the app sends it: a form, with a signature that covers all but itself and its type. */
export function alipayNotice(
  keys: AlipayKeys,
  {
    appPayments,
    payment,
    now,
  }: {
    readonly appPayments: Pick<AppPayments, 'find'>
    readonly payment: AppPayment
    readonly now: number
  },
): EncodedNotice {
  const local = new Date(now + SHANGHAI_AHEAD_MS).toISOString()
  const fields = {
    app_id: ALIPAY_APP_ID,
    seller_id: ALIPAY_SELLER_ID,
    charset: 'utf-8',
    version: '1.0',
    notify_type: 'trade_status_sync',
    notify_id: newNotifyId(),
    notify_time: `${local.slice(0, 10)} ${local.slice(11, 19)}`,
    out_trade_no: payment.orderNo,
    subject: payment.subject,
    ...tradeOf(appPayments, payment),
  }
  const sign = keys.sign(signedText(fields))
  const body = new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString()
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8'
  return { contentType, body, accepted: 'success' }
}
