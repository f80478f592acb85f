import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { certificatesIn } from '#documents/signing/signing-key.ts'
import type { UnionPaySettings } from './adapters.ts'
import type { Config } from '#config/config.ts'
import type { Settings } from '#config/settings.ts'
import { sm2PointOf, sm2PointOfScalar, sm2ScalarIn } from '#config/sm2-keys.ts'

const GATEWAY = 'https://gateway.95516.com'
const FILES = 'https://filedownload.95516.com/'
const KEY_BITS_MIN = 2048
const COMPANY = '中国银联股份有限公司'
/** In the certificates of the test environment. */
const TEST_COMPANIES = ['00040000:SIGN', 'ZunionpayTest']

type Signature = UnionPaySettings['signature']
const KEY_OF: Readonly<Record<Signature, readonly [name: string, strength: string]>> = {
  rsa: ['RSA', ` of ${KEY_BITS_MIN} bits or more`],
  sm2: ['SM2', ''],
}

/** The settings of `BANK=unionpay`. What is wrong is named; keys are never printed. */
export function unionPayOf(settings: Settings, mode: Config['mode']): UnionPaySettings {
  const address = (name: string, otherwise: string): string => {
    const value = settings.text(name, otherwise)
    if (mode === 'production') return settings.httpsUrl(name, value)
    if (!URL.canParse(value)) settings.complain(`${name} is no address`)
    return value
  }
  const merchantId = settings.required('UNIONPAY_MERCHANT_ID', 'the merchant number, 15 digits')
  if (merchantId && !/^\d{15}$/.test(merchantId)) {
    settings.complain('UNIONPAY_MERCHANT_ID has to be 15 digits')
  }
  const signature = settings.oneOf('UNIONPAY_SIGNATURE', ['rsa', 'sm2'], 'rsa')
  const own = { name: 'UNIONPAY_CERTIFICATE', meaning: 'the merchant’s certificate', signature }
  const certificate = certificateOf(settings, own)
  const encryption = {
    name: 'UNIONPAY_ENCRYPTION_CERTIFICATE',
    meaning: 'the certificate for card numbers',
    signature,
  }
  return {
    merchantId,
    signature,
    privateKey: privateKeyOf(settings, signature, certificate),
    certificate: certificate?.toString() ?? '',
    encryptionCertificate: certificateOf(settings, encryption)?.toString() ?? '',
    authorities: authoritiesOf(settings),
    companies: mode === 'production' ? [COMPANY] : [COMPANY, ...TEST_COMPANIES],
    gateway: address('UNIONPAY_GATEWAY', GATEWAY).replace(/\/$/, ''),
    files: address('UNIONPAY_FILES', FILES),
  }
}

function certificateOf(
  settings: Settings,
  { name, meaning, signature }: { name: string; meaning: string; signature: Signature },
): X509Certificate | undefined {
  const value = settings.required(name, `${meaning}, in PEM`)
  if (!value) return undefined
  const [certificate] = certificatesOrNone(value)
  if (!certificate) settings.complain(`${name} is no certificate in PEM`)
  else if (!isOfKind[signature](certificate.publicKey)) {
    const [algorithm, strength] = KEY_OF[signature]
    settings.complain(`${name} has to have an ${algorithm} key${strength}`)
  }
  return certificate
}

function authoritiesOf(settings: Settings): readonly X509Certificate[] {
  const name = 'UNIONPAY_AUTHORITIES'
  const value = settings.required(name, 'the middle and the root certificate, in PEM')
  if (!value) return []
  const found = certificatesOrNone(value)
  const hasRoot = found.some((one) => one.checkIssued(one))
  if (!hasRoot || found.some(({ ca }) => !ca)) {
    settings.complain(`${name} has to have certificates of authorities, a root among them`)
  }
  return found
}

function certificatesOrNone(pem: string): X509Certificate[] {
  try {
    return certificatesIn(pem)
  } catch {
    return []
  }
}

function privateKeyOf(
  settings: Settings,
  signature: Signature,
  certificate: X509Certificate | undefined,
): string {
  const name = 'UNIONPAY_PRIVATE_KEY'
  const value = settings.required(name, 'the merchant’s private key, in PEM')
  if (!value) return ''
  const key = signature === 'sm2' ? sm2KeyIn(value) : rsaKeyIn(value)
  if (!key) {
    const [algorithm, strength] = KEY_OF[signature]
    settings.complain(`${name} is no ${algorithm} private key${strength} in PEM`)
    return ''
  }
  if (certificate && !key.isOf(certificate)) {
    settings.complain(`${name} is not the key of UNIONPAY_CERTIFICATE`)
  }
  return key.text
}

type PrivateKey = { readonly text: string; isOf(certificate: X509Certificate): boolean }

function rsaKeyIn(pem: string): PrivateKey | undefined {
  const key = keyIn(pem)
  if (!key || !isOfKind.rsa(key)) return undefined
  const text = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { text, isOf: (certificate) => certificate.checkPrivateKey(key) }
}

function sm2KeyIn(pem: string): PrivateKey | undefined {
  const text = sm2ScalarIn(pem)
  if (text === undefined) return undefined
  try {
    const point = sm2PointOfScalar(text)
    return { text, isOf: ({ publicKey }) => sm2PointOf(publicKey) === point }
  } catch {
    return undefined
  }
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

const isOfKind: Readonly<Record<Signature, (key: KeyObject) => boolean>> = {
  rsa: ({ asymmetricKeyType, asymmetricKeyDetails }) =>
    asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= KEY_BITS_MIN,
  sm2: (key) => sm2PointOf(key) !== undefined,
}
