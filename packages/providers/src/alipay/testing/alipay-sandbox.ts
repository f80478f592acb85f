import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newMerchantKeys, startFormChanger, startVendorSandbox } from '#testing/vendor-sandbox.ts'

/** Ends every fault of the payment app. */
export const NO_FAULT = {
  delayMs: 0,
  failNext: 0,
  down: false,
  duplicate: false,
  cutAfter: false,
  reorder: false,
  throttle: false,
  decline: false,
  silent: false,
  settleMs: null,
}

export const SANDBOX_SECRET = 'a secret of the wallet tests'

const merchant = newMerchantKeys()

export type AlipaySandbox = Awaited<ReturnType<typeof startAlipaySandbox>>

/** A sandbox whose payment app knows the lender's key, and a way to change its answers. */
export async function startAlipaySandbox(now: () => number) {
  const sandbox = await startVendorSandbox({ secret: SANDBOX_SECRET, now })
  const { directory, post } = sandbox
  await post('/alipay/merchant', { publicKey: merchant.publicKey })
  // The sandbox routes define the shape of this answer.
  const account = (await (await fetch(`${sandbox.url}/alipay/merchant`)).json()) as {
    appId: string
    sellerId: string
    alipayPublicKey: string
  }
  const between = await startFormChanger(`${sandbox.url}/alipay`)
  const settings = {
    appId: account.appId,
    sellerId: account.sellerId,
    privateKey: merchant.privateKey,
    publicKey: account.alipayPublicKey,
    gateway: `${between.url}/gateway.do`,
    pages: `${sandbox.url}/alipay/gateway.do`,
    consentUrl: `${sandbox.url}/wallet/authorise`,
    signScene: 'INDUSTRY|DEFAULT_SCENE',
  }
  const vendorKey = readFileSync(join(directory, 'alipay-vendor.pem'), 'utf8')

  return {
    url: sandbox.url,
    between,
    setFault: (fault: object) => post('/faults', { provider: 'wallet', ...fault }),
    settings,
    /** The settings of a server that uses it. */
    environment: {
      WALLET: 'alipay',
      ALIPAY_APP_ID: settings.appId,
      ALIPAY_SELLER_ID: settings.sellerId,
      ALIPAY_PRIVATE_KEY: settings.privateKey,
      ALIPAY_PUBLIC_KEY: settings.publicKey,
      ALIPAY_GATEWAY: settings.gateway,
      ALIPAY_PAGES: settings.pages,
      ALIPAY_SIGN_SCENE: settings.signScene,
    },
    /** A notice that the app could have sent, or with another algorithm. */
    notice: (fields: Fields, how?: Algorithm) => noticeOf(vendorKey, fields, how),
    /** An answer that the app could have given. */
    answer: (method: string, content: object) => answerOf(vendorKey, method, content),
    /** The decision of a person on the payment page behind an address. */
    decide: (url: string, decision: 'pay' | 'agree' | 'cancel', host?: string) =>
      decideOn(new URL(url, sandbox.url), decision, host),
    /** Another person opens the page of an agreement and agrees. */
    agreeAsAnother: (url: string, host?: string) =>
      decideOn(new URL(url, sandbox.url), 'agree', host, 'other'),
    /** The agreements for periodic debits in the books of the app. */
    agreements: async () => {
      const answer = await fetch(`${sandbox.url}/wallet/agreements`)
      // The sandbox routes define the shape of this answer.
      return ((await answer.json()) as { agreements: AgreementAtApp[] }).agreements
    },
    /** What a person does in the app itself. */
    endInApp: (id: string) => post('/wallet/agreements/end', { id }),
    /** The day of the lender's test clock. */
    tellDate: (date: string) => post('/wallet/calendar', { date }),
    async stop() {
      between.stop()
      await sandbox.stop()
    },
  }
}

type AgreementAtApp = {
  readonly id: string
  readonly agreementNo: string
  readonly state: 'open' | 'signed' | 'ended'
  readonly nextOn: string
  readonly signer?: string
}

type Fields = Readonly<Record<string, string>>
type Algorithm = { readonly algorithm?: string; readonly type?: string }

function noticeOf(
  vendorKey: string,
  fields: Fields,
  { algorithm = 'RSA-SHA256', type = 'RSA2' }: Algorithm = {},
): string {
  const signed = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const sign = createSign(algorithm).update(signed).sign(vendorKey, 'base64')
  return new URLSearchParams({ ...fields, sign, sign_type: type }).toString()
}

function answerOf(vendorKey: string, method: string, content: object): Buffer {
  const signed = JSON.stringify(content)
  const sign = createSign('RSA-SHA256').update(signed).sign(vendorKey, 'base64')
  const key = `${method.replaceAll('.', '_')}_response`
  return Buffer.from(`{"${key}":${signed},"sign":${JSON.stringify(sign)}}`)
}

/** Opens a payment page and decides on it. The host is the lender’s, as its proxy names it: pages return to no other. */
export async function decideOn(
  url: URL,
  decision: string,
  host = url.host,
  signer: 'holder' | 'other' = 'holder',
): Promise<number> {
  const headers = { 'x-forwarded-host': host }
  const opened = await fetch(url, { headers })
  if (!opened.ok) return opened.status
  const page = new URL(opened.url)
  const ticket = page.searchParams.get('ticket') ?? ''
  const answer = await fetch(`${page.origin}${page.pathname}-decide`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ ticket, decision, signer }),
  })
  return answer.status
}
