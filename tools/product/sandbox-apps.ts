import { createHash, createPublicKey, generateKeyPair, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import { sm2PublicKeyOf } from '@qingzhou/platform/config/sm2-keys'

type Environment = Readonly<Record<string, string | undefined>>
type GivenSettings = Readonly<Record<string, string>>

/** The apps, and the bank, that the sandbox has in the protocol of their vendors. */
const apps = {
  WALLET: { vendor: 'alipay', otherwise: 'alipay', prefix: 'ALIPAY_' },
  MESSENGER: { vendor: 'wechat', otherwise: 'wechat', prefix: 'WECHAT_' },
  BANK: { vendor: 'unionpay', otherwise: 'unionpay', prefix: 'UNIONPAY_' },
} as const
type App = keyof typeof apps

/** Where the browser reaches the pages of the sandbox, on the host of the product. */
const PAGES = '/sandbox'
const KEY_BITS = 2048
const SIGNATURE = 'UNIONPAY_SIGNATURE'

/** Whether an app is the sandbox's in its vendor's protocol: chosen or by default, and without settings of its own. */
export function isAppOfSandbox(settings: Environment, app: App): boolean {
  const { vendor, otherwise, prefix } = apps[app]
  // The algorithms can be chosen for the sandbox as well.
  const hasOwn = Object.keys(settings).some(
    (name) => name.startsWith(prefix) && name !== SIGNATURE && settings[name],
  )
  return !hasOwn && (settings[app] || otherwise) === vendor
}

/** The lender's private key at an app, in PEM: that of the data folder, or a new one at its first start. */
export async function lenderKey(directory: string, app: App, isSm2 = false): Promise<string> {
  const path = join(directory, `lender-${apps[app].vendor}${isSm2 ? '-sm2' : ''}.pem`)
  const standing = storedText(path)
  if (standing !== undefined) return standing
  const { privateKey } = isSm2
    ? await promisify(generateKeyPair)('ec', { namedCurve: 'SM2' })
    : await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS })
  return storeText(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
}

/**
 * What the sandbox shares with the server. It stays that of the data folder, because the lender's accounts at the
 * sandbox's services follow from it: orders of an earlier start belong to the same accounts.
 */
export function sandboxSecret(directory: string): string {
  const path = join(directory, 'secret')
  return storedText(path) ?? storeText(path, randomBytes(32).toString('hex'))
}

function storedText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function storeText(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  // Renamed when complete: a start that is cut off leaves no part of a key.
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return text
}

/**
 * The settings of the apps that are the sandbox's. Their keys are made while the sandbox starts, and registered
 * as at the consoles of the real apps.
 */
export async function sandboxAppSettings(
  settings: Environment,
  { directory, secret, starting }: Starting,
): Promise<GivenSettings> {
  const [wallet, messenger, bank] = await Promise.all([
    isAppOfSandbox(settings, 'WALLET') && lenderKey(directory, 'WALLET'),
    isAppOfSandbox(settings, 'MESSENGER') && lenderKey(directory, 'MESSENGER'),
    isAppOfSandbox(settings, 'BANK') && lenderKey(directory, 'BANK', settings[SIGNATURE] === 'sm2'),
  ])
  const { url } = await starting
  return {
    ...(wallet && (await walletSettings(url, wallet))),
    ...(messenger && (await messengerSettings(url, { secret, privateKey: messenger }))),
    ...(bank && (await bankSettings(url, bank))),
  }
}

type Starting = {
  readonly directory: string
  readonly secret: string
  readonly starting: Promise<{ readonly url: string }>
}

async function walletSettings(url: string, privateKey: string): Promise<GivenSettings> {
  await register(`${url}/alipay/merchant`, { publicKey: publicKeyOf(privateKey) })
  // The sandbox routes define the shape of this answer.
  const account = (await (await fetch(`${url}/alipay/merchant`)).json()) as {
    appId: string
    sellerId: string
    alipayPublicKey: string
  }
  return {
    WALLET: apps.WALLET.vendor,
    ALIPAY_APP_ID: account.appId,
    ALIPAY_SELLER_ID: account.sellerId,
    ALIPAY_PRIVATE_KEY: privateKey,
    ALIPAY_PUBLIC_KEY: account.alipayPublicKey,
    ALIPAY_GATEWAY: `${url}/alipay/gateway.do`,
    ALIPAY_PAGES: `${PAGES}/alipay/gateway.do`,
    ALIPAY_CONSENT: `${PAGES}/wallet/authorise`,
    ALIPAY_SIGN_SCENE: 'INDUSTRY|DEFAULT_SCENE',
  }
}

async function messengerSettings(
  url: string,
  { secret, privateKey }: { readonly secret: string; readonly privateKey: string },
): Promise<GivenSettings> {
  const publicKey = publicKeyOf(privateKey)
  const serial = createHash('sha256').update(publicKey).digest('hex').slice(0, 40).toUpperCase()
  await register(`${url}/wechat/merchant`, { publicKey, serial })
  const account = wechatAccountOf(secret)
  return {
    MESSENGER: apps.MESSENGER.vendor,
    WECHAT_APP_ID: account.appId,
    WECHAT_APP_SECRET: account.appSecret,
    WECHAT_MINI_APP_ID: account.miniAppId,
    WECHAT_MINI_APP_SECRET: account.miniAppSecret,
    WECHAT_MERCHANT_ID: account.merchantId,
    WECHAT_MERCHANT_SERIAL: serial,
    WECHAT_PRIVATE_KEY: privateKey,
    WECHAT_API_KEY: account.apiKey,
    WECHAT_GATEWAY: url,
    WECHAT_API: url,
    WECHAT_CONSENT: `${PAGES}/messenger/authorise`,
    WECHAT_PAGES: PAGES,
  }
}

async function bankSettings(url: string, privateKey: string): Promise<GivenSettings> {
  const registered = await register(`${url}/unionpay/merchant`, {
    publicKey: publicKeyOf(privateKey),
  })
  // The sandbox routes define the shapes of these answers.
  const { certificate } = (await registered.json()) as { certificate: string }
  const account = (await (await fetch(`${url}/unionpay/merchant`)).json()) as {
    merchantId: string
    authorities: string
    encryptionCertificate: string
  }
  return {
    BANK: apps.BANK.vendor,
    UNIONPAY_MERCHANT_ID: account.merchantId,
    UNIONPAY_PRIVATE_KEY: privateKey,
    UNIONPAY_CERTIFICATE: certificate,
    UNIONPAY_ENCRYPTION_CERTIFICATE: account.encryptionCertificate,
    UNIONPAY_AUTHORITIES: account.authorities,
    UNIONPAY_GATEWAY: `${url}/unionpay`,
    UNIONPAY_FILES: `${url}/unionpay/gateway/api/files`,
  }
}

function publicKeyOf(privateKey: string): string {
  const ofSm2 = sm2PublicKeyOf(privateKey)
  if (ofSm2) return ofSm2
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}

async function register(address: string, content: object): Promise<Response> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
  if (!answer.ok) throw new Error(`The sandbox did not register a key (status ${answer.status}).`)
  return answer
}
