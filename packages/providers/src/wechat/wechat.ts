import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import { pages } from '@qingzhou/contract/pages'
import { orderParam } from '@qingzhou/contract/wire/params'
import { newNo } from '@qingzhou/platform/ids'
import { returnFrom } from '#consent.ts'
import type { Messenger } from '#messenger/port.ts'
import { createWechatAccount, type AccountSettings } from './account.ts'
import { WECHAT_CONSENT_PATH, WECHAT_PAYER_PATH, wechatCallback } from './notices.ts'
import { createPayClient } from './pay-client.ts'
import { createWechatPayments } from './payments.ts'

/** The messaging app WeChat: payments, their notices, and the lender's account. */
export function createWechat(settings: AccountSettings & { readonly ownOrigin: () => string }) {
  const { wechat, ownOrigin, now } = settings
  const { appId, privateKey } = wechat
  const client = createPayClient({ ...wechat, ...settings })
  const account = createWechatAccount(settings)

  /** The app compares the parameters with a pattern: their order counts. */
  function pageAt(path: string, { state, more }: { state: string; more?: Record<string, string> }) {
    const query = new URLSearchParams({
      appid: appId,
      // Our address translates the answer, so that the page has one name for it.
      redirect_uri: returnFrom(wechat.consentUrl, ownOrigin, path),
      response_type: 'code',
      // Without the person's name and picture, which need a consent of their own.
      scope: 'snsapi_base',
      // The app accepts letters and digits only.
      state: Buffer.from(state).toString('hex'),
      ...more,
    })
    return `${wechat.consentUrl}?${query.toString()}#wechat_redirect`
  }

  const messenger: Messenger = {
    ...createWechatPayments({ client, wechat, ownOrigin, now }),

    // A person who signs in is asked, where the app has a question to ask.
    consentUrl: ({ state }) => pageAt(WECHAT_CONSENT_PATH, { state, more: { forcePopup: 'true' } }),
    payerUrl: ({ state, requestNo }) =>
      pageAt(`${WECHAT_PAYER_PATH}?${orderParam}=${encodeURIComponent(requestNo)}`, { state }),
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
    async miniProgramLink(target) {
      const urlScheme = await account.urlScheme(target)
      return { urlScheme, page: pageOf(wechat.pages, urlScheme) }
    },
  }
  return {
    messenger,
    callback: wechatCallback(client, wechat),
    returns: [
      { path: WECHAT_CONSENT_PATH, target: consentTarget },
      { path: WECHAT_PAYER_PATH, target: payerTarget },
    ],
    /** Whether the app gives tokens for both accounts. */
    checkAccounts: () => account.checkTokens(),
  }
}

/** Where pages stand in for the app, one of them stands in for the mini program. */
function pageOf(standIns: string | undefined, urlScheme: string): string | undefined {
  return standIns && `${standIns}/${urlScheme.replace(/^[a-z-]+:\/\//, '')}`
}

/** A refusal comes back without a code. */
function consentTarget(query: URLSearchParams): string {
  const code = query.get('code')
  const outcome = code === null ? { error: 'access_denied' } : { code }
  const state = stateIn(query)
  const parameters = new URLSearchParams({ provider: 'messenger', state, ...outcome })
  return `/?${parameters.toString()}#${pages.welcomeBack}`
}

/** After the `#`, so that no other page of a later visit finds the code in its address. */
function payerTarget(query: URLSearchParams): string {
  const requestNo = /^[\w-]{1,64}$/.exec(query.get(orderParam) ?? '')?.[0] ?? ''
  const payer = { payerState: stateIn(query), payerCode: query.get('code') ?? '' }
  return `/#${pages.paymentResult}?${new URLSearchParams({ [orderParam]: requestNo, ...payer }).toString()}`
}

function stateIn(query: URLSearchParams): string {
  const input = query.get('state') ?? ''
  return /^(?:[0-9a-f]{2})+$/.test(input) ? Buffer.from(input, 'hex').toString() : ''
}
