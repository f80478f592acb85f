import type { X509Certificate } from 'node:crypto'
import { alipayOf } from './alipay-settings.ts'
import type { Config } from '#config/config.ts'
import { identitySettingsOf, type IdentitySettings } from './identity-settings.ts'
import type { Settings } from '#config/settings.ts'
import { smsSettingsOf, type SmsSettings } from './sms-settings.ts'
import { wechatOf } from './wechat-settings.ts'
import { unionPayOf } from './unionpay-settings.ts'

/** Which adapter speaks to a service, with its settings. `gateway` is our own signed protocol. */
export type Adapters = {
  readonly sms: SmsSettings
  readonly mail: 'gateway' | SmtpSettings
  readonly files: 'folder' | S3Settings
  readonly ip: 'gateway' | 'ip2region'
  readonly wallet: 'gateway' | AlipaySettings
  readonly messenger: 'gateway' | WechatSettings
  /** The register of residents and the reader of cards. */
  readonly identity: IdentitySettings
  /** Who compares a face with the card: `embedded` is the engine that ships with the product. */
  readonly face: 'gateway' | 'embedded'
  /** Who reads cards: the identity service, or the engine that ships with the product. */
  readonly ocr: 'identity' | 'embedded'
  /** Who judges devices: two vendors, our own comparison, or nobody. */
  readonly device: 'gateway' | 'embedded' | 'none'
  /** Who reports on applicants: the credit bureau, or nobody. */
  readonly bureau: 'gateway' | 'none'
  /** Whether goods are sold at all. */
  readonly mall: 'gateway' | 'none'
  /** Several banks in the order in which a disbursement is tried. */
  readonly bank: BankSettings | { readonly routes: readonly [BankSettings, ...BankSettings[]] }
  /** Signatures carry the time of an authority, or none. */
  readonly timestamp: 'none' | TimestampSettings
}

export type BankSettings = 'gateway' | UnionPaySettings

export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** TLS from the start; otherwise STARTTLS, which is required. */
  readonly isTls: boolean
  readonly user: string
  readonly password: string
  readonly from: string
}

export type S3Settings = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The bucket in the path instead of the host name, as most self-hosted stores need it. */
  readonly isPathStyle: boolean
}

export type AlipaySettings = {
  readonly appId: string
  /** The lender's account: notices for another one are refused. */
  readonly sellerId: string
  /** PEM, PKCS#8. */
  readonly privateKey: string
  /** PEM: the public key of the payment app. */
  readonly publicKey: string
  readonly gateway: string
  /** Where the browser opens payments and face checks; the gateway at the real app. */
  readonly pages: string
  readonly consentUrl: string
  /** The scene of agreements by which the app debits. Without it they are not offered. */
  readonly signScene?: string | undefined
}

export type WechatSettings = {
  /** The official account, whose pages and payments these are. */
  readonly appId: string
  readonly appSecret: string
  readonly miniAppId: string
  readonly miniAppSecret: string
  readonly merchantId: string
  /** The serial number of the merchant's certificate. */
  readonly merchantSerial: string
  /** PEM, PKCS#8. */
  readonly privateKey: string
  /** The APIv3 key: it opens the sealed parts of notices and certificates. */
  readonly apiKey: string
  /** The key of the payment service, in PEM; otherwise its certificates are fetched. */
  readonly publicKey: { readonly id: string; readonly key: string } | undefined
  readonly gateway: string
  /** Where the calls of the account go. */
  readonly api: string
  readonly consentUrl: string
  /** Where the browser opens the pages of the sandbox. */
  readonly pages: string | undefined
}

export type UnionPaySettings = {
  readonly merchantId: string
  /** RSA with SHA-256, or the national algorithms SM2 and SM3. */
  readonly signature: 'rsa' | 'sm2'
  /** Of RSA in PEM, PKCS#8; of SM2 its number in hexadecimal. */
  readonly privateKey: string
  /** PEM: the merchant's own certificate. */
  readonly certificate: string
  /** PEM: for card numbers and phones, which only the clearing house can read. */
  readonly encryptionCertificate: string
  /** Who issues the certificates of the clearing house. */
  readonly authorities: readonly X509Certificate[]
  /** Whom these certificates name: an authority also issues to others. */
  readonly companies: readonly string[]
  readonly gateway: string
  /** The whole address of the day files. */
  readonly files: string
}

export type TimestampSettings = {
  readonly url: string
  /** PEM: the certificates of the authorities whose stamps are accepted. */
  readonly certificatesFile: string
}

export function adaptersOf(settings: Settings, mode: Config['mode']): Adapters {
  const mail = settings.oneOf('MAIL', ['gateway', 'smtp'], 'gateway')
  const files = settings.oneOf('FILES', ['folder', 's3'], 'folder')
  const timestamp = settings.oneOf('TIMESTAMP', ['none', 'rfc3161'], 'none')
  const wallet = settings.oneOf('WALLET', ['gateway', 'alipay'], 'gateway')
  const messenger = settings.oneOf('MESSENGER', ['gateway', 'wechat'], 'gateway')
  return {
    sms: smsSettingsOf(settings, mode),
    mail: mail === 'smtp' ? smtpOf(settings) : mail,
    files: files === 's3' ? s3Of(settings, mode) : files,
    // Production ships with a lookup that needs no service; the sandbox has one of its own.
    ip: settings.oneOf(
      'IP',
      ['gateway', 'ip2region'],
      mode === 'production' ? 'ip2region' : 'gateway',
    ),
    wallet: wallet === 'alipay' ? alipayOf(settings, mode) : wallet,
    messenger: messenger === 'wechat' ? wechatOf(settings, mode) : messenger,
    identity: identitySettingsOf(settings, mode),
    face: settings.oneOf('FACE', ['gateway', 'embedded'], 'gateway'),
    ocr: settings.oneOf('OCR', ['identity', 'embedded'], 'identity'),
    device: settings.oneOf('DEVICE', ['gateway', 'embedded', 'none'], 'gateway'),
    bureau: settings.oneOf('BUREAU', ['gateway', 'none'], 'gateway'),
    mall: settings.oneOf('MALL', ['gateway', 'none'], 'gateway'),
    bank: bankOf(settings, mode),
    timestamp: timestamp === 'rfc3161' ? timestampOf(settings) : timestamp,
  }
}

const BANKS = ['gateway', 'unionpay', 'unionpay,gateway', 'gateway,unionpay'] as const

function bankOf(settings: Settings, mode: Config['mode']): Adapters['bank'] {
  const choice = settings.oneOf('BANK', BANKS, 'gateway')
  if (choice === 'gateway') return choice
  const unionPay = unionPayOf(settings, mode)
  if (choice === 'unionpay') return unionPay
  return { routes: choice === 'unionpay,gateway' ? [unionPay, 'gateway'] : ['gateway', unionPay] }
}

/** The settings of the clearing house, if it is one of the banks. */
export function unionPayIn(bank: Adapters['bank']): UnionPaySettings | undefined {
  if (bank === 'gateway') return undefined
  if (!('routes' in bank)) return bank
  return bank.routes.find((one) => one !== 'gateway')
}

const SMTP_FORM = 'smtps://user:password@host:465, or smtp://user:password@host:587 with STARTTLS'
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }

function smtpOf(settings: Settings): SmtpSettings {
  const value = settings.required('SMTP_URL', `the mail server, ${SMTP_FORM}`)
  const from = settings.required('SMTP_FROM', 'the sender, 轻舟 <service@loans.example>')
  if (from && !/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/.test(from)) {
    settings.complain('SMTP_FROM is no e-mail address')
  }
  const url = URL.canParse(value) ? new URL(value) : undefined
  const port = url && DEFAULT_PORTS[url.protocol]
  if (value && (!url || port === undefined || !url.hostname || !url.username || !url.password)) {
    // The address holds a password, so it is not printed.
    settings.complain(`SMTP_URL has to be ${SMTP_FORM}`)
  }
  return {
    host: url?.hostname ?? '',
    port: Number(url?.port) || (port ?? 0),
    isTls: url?.protocol === 'smtps:',
    user: decodeURIComponent(url?.username ?? ''),
    password: decodeURIComponent(url?.password ?? ''),
    from,
  }
}

function s3Of(settings: Settings, mode: Config['mode']): S3Settings {
  const endpoint = settings.required('S3_ENDPOINT', 'the https address of the object store')
  if (mode === 'production') settings.httpsUrl('S3_ENDPOINT', endpoint)
  else if (endpoint && !URL.canParse(endpoint)) settings.complain('S3_ENDPOINT is no address')
  const prefix = settings.text('S3_PREFIX', '')
  if (!/^([\w.-]+\/)*$/.test(prefix)) settings.complain('S3_PREFIX has to be empty, or end with /')
  return {
    endpoint,
    region: settings.text('S3_REGION', 'us-east-1'),
    bucket: settings.required('S3_BUCKET', 'the bucket of the uploads'),
    prefix,
    accessKeyId: settings.required('S3_ACCESS_KEY_ID', 'the name of the access key'),
    secretAccessKey: settings.required('S3_SECRET_ACCESS_KEY', 'the access key itself'),
    isPathStyle: settings.oneOf('S3_PATH_STYLE', ['yes', 'no'], 'no') === 'yes',
  }
}

/** Stamps are verified, so plain http is accepted: many authorities offer nothing else. */
function timestampOf(settings: Settings): TimestampSettings {
  const url = settings.required('TIMESTAMP_URL', 'the address of the time stamp authority')
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    settings.complain('TIMESTAMP_URL is no http(s) address')
  }
  return {
    url,
    certificatesFile: settings.required(
      'TIMESTAMP_CERTIFICATES_FILE',
      'the certificates of the time stamp authority in PEM',
    ),
  }
}
