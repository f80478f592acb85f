import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import { pages } from '@qingzhou/contract/pages'
import { newNo } from '#platform/ids.ts'
import { returnFrom } from '#providers/consent.ts'
import type { Messenger } from '#providers/messenger/port.ts'
import { createWechatAccount, type AccountSettings } from './account.ts'
import { WECHAT_CONSENT_PATH, wechatCallback } from './notices.ts'
import { createPayClient } from './pay-client.ts'
import { createWechatPayments } from './payments.ts'

/** The messaging app WeChat: payments, their notices, and the lender's account. */
export function createWechat(settings: AccountSettings & { readonly ownOrigin: () => string }) {
  const { wechat, ownOrigin, now } = settings
  const { appId, privateKey } = wechat
  const client = createPayClient({ ...wechat, ...settings })
  const account = createWechatAccount(settings)
  const messenger: Messenger = {
    ...createWechatPayments({ client, wechat, ownOrigin, now }),

    consentUrl({ state }) {
      const query = new URLSearchParams({
        appid: appId,
        // Our address translates the answer, so that the page has one name for it.
        redirect_uri: returnFrom(wechat.consentUrl, ownOrigin, WECHAT_CONSENT_PATH),
        response_type: 'code',
        // Without the person's name and picture, which need a consent of their own.
        scope: 'snsapi_base',
        // The app accepts letters and digits only.
        state: Buffer.from(state).toString('hex'),
      })
      return `${wechat.consentUrl}?${query.toString()}#wechat_redirect`
    },
    exchange: async (code) => ({ openId: await account.openIdOf(code) }),
    pageTicket: async () => ({ ticket: await account.pageTicket(), appId }),
    bridgePayment({ prepayId, appId: payingAppId }) {
      const timeStamp = String(Math.floor(now().getTime() / 1_000))
      const nonceStr = newNo(12)
      const prepaid = `prepay_id=${prepayId}`
      const signed = Formatter.joinedByLineFeed(payingAppId, timeStamp, nonceStr, prepaid)
      const paySign = Rsa.sign(signed, privateKey)
      const order = { appId: payingAppId, timeStamp, nonceStr, package: prepaid }
      return { ...order, signType: 'RSA', paySign }
    },
    miniProgramLink: async (target) => ({
      urlScheme: await account.urlScheme(target),
      page: undefined,
    }),
  }
  return {
    messenger,
    callback: wechatCallback(client, wechat),
    consentReturn: { path: WECHAT_CONSENT_PATH, target: consentTarget },
    /** Whether the app gives tokens for both accounts. */
    checkAccounts: () => account.checkTokens(),
  }
}

/** A refusal comes back without a code. */
function consentTarget(query: URLSearchParams): string {
  const code = query.get('code')
  const given = query.get('state') ?? ''
  const state = /^(?:[0-9a-f]{2})+$/.test(given) ? Buffer.from(given, 'hex').toString() : ''
  const outcome = code === null ? { error: 'access_denied' } : { code }
  const parameters = new URLSearchParams({ provider: 'messenger', state, ...outcome })
  return `/?${parameters.toString()}#${pages.welcomeBack}`
}
