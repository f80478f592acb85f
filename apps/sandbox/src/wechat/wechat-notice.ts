import { randomUUID } from 'node:crypto'
import type { AppPayment, AppPayments } from '#app-payments/app-payments.ts'
import type { EncodedNotice } from '#callbacks/callbacks.ts'
import type { WechatKeys } from './keys.ts'
import { tradeOf } from './wechat-calls.ts'

/** A notice as the app sends it: signed as an answer, with a sealed content. */
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
  const trade = JSON.stringify(tradeOf({ appPayments, secret }, payment))
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: new Date(now).toISOString(),
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    summary: '支付成功',
    resource: { original_type: 'transaction', ...keys.sealed(trade, 'transaction') },
  })
  return { contentType: 'application/json', body, headers: keys.signed(body) }
}
