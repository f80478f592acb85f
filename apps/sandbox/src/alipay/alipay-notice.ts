import type { AppPayment, AppPayments } from '#app-payments/app-payments.ts'
import type { EncodedNotice } from '#callbacks/callbacks.ts'
import type { WalletAgreement } from '#wallet-agreements/agreements.ts'
import { agreementStanding } from './alipay-agreements.ts'
import { newNotifyId, tradeOf } from './alipay-calls.ts'
import { shanghaiTimeOf } from './format.ts'
import { ALIPAY_APP_ID, ALIPAY_SELLER_ID, signedText, type AlipayKeys } from './keys.ts'

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
  return signedNotice(keys, {
    ...commonOf(now),
    seller_id: ALIPAY_SELLER_ID,
    notify_type: 'trade_status_sync',
    out_trade_no: payment.orderNo,
    subject: payment.subject,
    ...tradeOf(appPayments, payment),
  })
}

/** A notice of a signature or an end. It does not name the lender's account. */
export function alipayAgreementNotice(
  keys: AlipayKeys,
  { agreement, now }: { readonly agreement: WalletAgreement; readonly now: number },
): EncodedNotice {
  const isSigned = agreement.state === 'signed'
  return signedNotice(keys, {
    ...commonOf(now),
    notify_type: isSigned ? 'dut_user_sign' : 'dut_user_unsign',
    ...agreementStanding(agreement),
    status: isSigned ? 'NORMAL' : 'UNSIGN',
  })
}

function commonOf(now: number) {
  return {
    app_id: ALIPAY_APP_ID,
    charset: 'utf-8',
    version: '1.0',
    notify_id: newNotifyId(),
    notify_time: shanghaiTimeOf(now),
  }
}

function signedNotice(keys: AlipayKeys, fields: Readonly<Record<string, string>>): EncodedNotice {
  const sign = keys.sign(signedText(fields))
  const body = new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString()
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8'
  return { contentType, body, accepted: 'success' }
}
