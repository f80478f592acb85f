import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { certificatesIn } from '#platform/documents/signing/signing-key.ts'
import type { UnionPaySettings } from './adapters.ts'
import type { Config } from './config.ts'
import type { Settings } from './settings.ts'

const GATEWAY = 'https://gateway.95516.com'
const FILES = 'https://filedownload.95516.com/'
const KEY_BITS_MIN = 2048
const COMPANY = '中国银联股份有限公司'
/** In the certificates of the test environment. */
const TEST_COMPANY = '00040000:SIGN'

/** The settings of `BANK=unionpay`. What is wrong is named; keys are never printed. */
export function unionPayOf(settings: Settings, mode: Config['mode']): UnionPaySettings {
  const address = (name: string, otherwise: string): string => {
    const given = settings.text(name, otherwise)
    if (mode === 'production') return settings.httpsUrl(name, given)
    if (!URL.canParse(given)) settings.complain(`${name} is no address`)
    return given
  }
  const merchantId = settings.required('UNIONPAY_MERCHANT_ID', 'the merchant number, 15 digits')
  if (merchantId && !/^\d{15}$/.test(merchantId)) {
    settings.complain('UNIONPAY_MERCHANT_ID has to be 15 digits')
  }
  const certificate = certificateOf(settings, 'UNIONPAY_CERTIFICATE', 'the merchant’s certificate')
  return {
    merchantId,
    privateKey: privateKeyOf(settings, certificate),
    certificate: certificate?.toString() ?? '',
    encryptionCertificate:
      certificateOf(
        settings,
        'UNIONPAY_ENCRYPTION_CERTIFICATE',
        'the certificate for card numbers',
      )?.toString() ?? '',
    authorities: authoritiesOf(settings),
    companies: mode === 'production' ? [COMPANY] : [COMPANY, TEST_COMPANY],
    gateway: address('UNIONPAY_GATEWAY', GATEWAY).replace(/\/$/, ''),
    files: address('UNIONPAY_FILES', FILES),
  }
}

function certificateOf(
  settings: Settings,
  name: string,
  meaning: string,
): X509Certificate | undefined {
  const given = settings.required(name, `${meaning}, in PEM`)
  if (!given) return undefined
  const [certificate] = certificatesOrNone(given)
  if (!certificate) settings.complain(`${name} is no certificate in PEM`)
  else if (!isStrong(certificate.publicKey)) {
    settings.complain(`${name} has to have an RSA key of ${KEY_BITS_MIN} bits or more`)
  }
  return certificate
}

function authoritiesOf(settings: Settings): readonly X509Certificate[] {
  const name = 'UNIONPAY_AUTHORITIES'
  const given = settings.required(name, 'the middle and the root certificate, in PEM')
  if (!given) return []
  const found = certificatesOrNone(given)
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

function privateKeyOf(settings: Settings, certificate: X509Certificate | undefined): string {
  const name = 'UNIONPAY_PRIVATE_KEY'
  const given = settings.required(name, 'the merchant’s private key, in PEM')
  if (!given) return ''
  const key = keyIn(given)
  if (!key || !isStrong(key)) {
    settings.complain(`${name} is no RSA private key of ${KEY_BITS_MIN} bits or more in PEM`)
    return ''
  }
  if (certificate && !certificate.checkPrivateKey(key)) {
    settings.complain(`${name} is not the key of UNIONPAY_CERTIFICATE`)
  }
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= KEY_BITS_MIN
}
