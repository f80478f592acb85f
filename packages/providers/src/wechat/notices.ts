import * as z from 'zod'
import { fen } from '@qingzhou/domain/money/money'
import type { WechatSettings } from '@qingzhou/platform/config/adapters/adapters'
import type { CallbackMessage, NoticeRead, ProviderCallback } from '#callback.ts'
import type { PayClient } from './pay-client.ts'
import { openSealed, sealedResource, signedMessage } from './platform-keys.ts'

export const WECHAT_NOTICE_PATH = '/callbacks/wechat/notice'
export const WECHAT_CONSENT_PATH = '/callbacks/wechat/consent'
export const WECHAT_PAYER_PATH = '/callbacks/wechat/payer'

const SIGNATURE_TYPE = 'WECHATPAY2-SHA256-RSA2048'

const notice = z.object({
  event_type: z.enum(['TRANSACTION.SUCCESS', 'REFUND.SUCCESS', 'REFUND.ABNORMAL', 'REFUND.CLOSED']),
  resource_type: z.literal('encrypt-resource'),
  resource: sealedResource,
})
const orderNo = z.string().regex(/^[\w-]{1,64}$/)
const transaction = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: orderNo,
  amount: z.object({ total: z.int().positive(), currency: z.string() }),
})
/** Names neither the account nor the currency. */
const refund = z.object({
  mchid: z.string(),
  out_trade_no: orderNo,
  out_refund_no: orderNo,
  amount: z.object({ total: z.int().positive(), refund: z.int().positive() }),
})

/** The notices of payments and refunds: signed as answers are, with a sealed content. */
export function wechatCallback(client: PayClient, settings: WechatSettings): ProviderCallback {
  return {
    name: 'wechat',
    path: WECHAT_NOTICE_PATH,
    contentType: 'application/json',
    read: (message) => noticeIn(client, settings, message),
    answer: {
      contentType: 'application/json; charset=utf-8',
      body: '{"code":"SUCCESS","message":""}',
    },
  }
}

async function noticeIn(
  client: PayClient,
  { merchantId, appId, apiKey }: WechatSettings,
  { headers, body }: CallbackMessage,
): Promise<NoticeRead> {
  const type = headers['wechatpay-signature-type']
  if (type !== undefined && type !== SIGNATURE_TYPE) return 'forged'
  if (!(await client.isGenuine(signedMessage(headers, body)))) return 'forged'
  try {
    const { resource, event_type: event } = notice.parse(JSON.parse(body))
    const content: unknown = JSON.parse(openSealed(apiKey, resource))
    if (event !== 'TRANSACTION.SUCCESS') return refundIn(content, merchantId)
    const paid = transaction.parse(content)
    const isForUs = paid.mchid === merchantId && paid.appid === appId
    if (!isForUs || paid.amount.currency !== 'CNY') return 'forged'
    return { kind: 'appPayment', wireNo: paid.out_trade_no, amount: fen(BigInt(paid.amount.total)) }
  } catch {
    return 'unreadable'
  }
}

/** What became of the refund is not believed either: it makes us ask. */
function refundIn(content: unknown, merchantId: string): NoticeRead {
  const { mchid, out_refund_no: wireNo, amount } = refund.parse(content)
  if (mchid !== merchantId) return 'forged'
  return { kind: 'transfer', wireNo, amount: fen(BigInt(amount.refund)) }
}
