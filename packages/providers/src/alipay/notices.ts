import type { AlipaySettings } from '@qingzhou/platform/config/adapters/adapters'
import type { CallbackMessage, Notice, ProviderCallback } from '#callback.ts'
import type { AlipayClient } from './client.ts'
import { isCanonicalBase64, moneyOf, timeIn } from './format.ts'

export const ALIPAY_NOTICE_PATH = '/callbacks/alipay/notice'
export const ALIPAY_CONSENT_PATH = '/callbacks/alipay/consent'

/** The app repeats a notice for a day and an hour. */
const AGE_MAX_MS = 26 * 3_600_000
const AHEAD_MAX_MS = 5 * 60_000

const AGREEMENT_NOTICES = new Set(['dut_user_sign', 'dut_user_unsign'])

/** The notices of payments and of agreements. Their answer is a single word. */
export function alipayCallback(
  client: AlipayClient,
  settings: Pick<AlipaySettings, 'appId' | 'sellerId'>,
): ProviderCallback {
  return {
    name: 'alipay',
    path: ALIPAY_NOTICE_PATH,
    contentType: 'application/x-www-form-urlencoded',
    read: (message) => noticeIn(client, settings, message),
    answer: { contentType: 'text/plain; charset=utf-8', body: 'success' },
  }
}

async function noticeIn(
  client: AlipayClient,
  { appId, sellerId }: Pick<AlipaySettings, 'appId' | 'sellerId'>,
  { body, now }: CallbackMessage,
): Promise<Notice | 'forged' | 'unreadable'> {
  const entries = [...new URLSearchParams(body)]
  const fields: Record<string, string> = Object.fromEntries(entries)
  // A name that is given twice would be verified with one value and used with another.
  if (entries.length !== Object.keys(fields).length) return 'unreadable'
  // Pinned: the package would take the algorithm, also SHA-1, from the message itself.
  if (fields['sign_type'] !== 'RSA2' || !isCanonicalBase64(fields['sign'] ?? '')) return 'forged'
  if (!(await client.isFromApp(fields))) return 'forged'
  const isOfAgreement = AGREEMENT_NOTICES.has(fields['notify_type'] ?? '')
  // A notice of an agreement names the app only.
  const isForUs = fields['app_id'] === appId && (isOfAgreement || fields['seller_id'] === sellerId)
  if (!isForUs) return 'forged'
  const sentAt = timeIn(fields['notify_time'] ?? '')?.getTime()
  if (sentAt === undefined) return 'unreadable'
  const ageMs = now.getTime() - sentAt
  if (ageMs > AGE_MAX_MS || ageMs < -AHEAD_MAX_MS) return 'forged'
  if (isOfAgreement) {
    const named = fields['external_agreement_no']
    return named === undefined ? 'unreadable' : { kind: 'walletAgreement', wireNo: named }
  }
  const amount = moneyOf(fields['total_amount'] ?? '')
  const wireNo = fields['out_trade_no']
  if (amount === undefined || wireNo === undefined) return 'unreadable'
  return { kind: 'appPayment', wireNo, amount }
}
