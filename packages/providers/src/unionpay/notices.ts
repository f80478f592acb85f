import { fen } from '@qingzhou/domain/money/money'
import type { CallbackMessage, Notice, ProviderCallback } from '#callback.ts'
import { CURRENCY, type UnionPayClient } from './client.ts'
import { fieldsInForm } from './message.ts'

export const UNIONPAY_NOTICE_PATH = '/callbacks/unionpay/notice'

/** The notices of the clearing house. It counts a status of 200 as received, whatever the text. */
export function unionPayCallback(client: UnionPayClient): ProviderCallback {
  return {
    name: 'unionpay',
    path: UNIONPAY_NOTICE_PATH,
    contentType: 'application/x-www-form-urlencoded',
    read: (message) => noticeIn(client, message),
    answer: { contentType: 'text/plain; charset=utf-8', body: 'ok' },
  }
}

function noticeIn(
  { verify, merchantId }: Pick<UnionPayClient, 'verify' | 'merchantId'>,
  { body }: CallbackMessage,
): Notice | 'forged' | 'unreadable' {
  const fields = fieldsInForm(body)
  if (!fields) return 'unreadable'
  if (!verify(fields) || fields['merId'] !== merchantId) return 'forged'
  const { orderId: wireNo, txnType, txnAmt = '', currencyCode } = fields
  if (wireNo === undefined) return 'unreadable'
  if (txnType === '72') return { kind: 'binding', wireNo }
  if (currencyCode !== CURRENCY || !/^\d{1,12}$/.test(txnAmt)) return 'forged'
  return { kind: 'transfer', wireNo, amount: fen(BigInt(txnAmt)) }
}
