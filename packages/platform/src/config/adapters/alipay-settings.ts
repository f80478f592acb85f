import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { AlipaySettings } from './adapters.ts'
import type { Config } from '#config/config.ts'
import type { Settings } from '#config/settings.ts'

const GATEWAY = 'https://openapi.alipay.com/gateway.do'
const CONSENT = 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm'
const KEY_BITS_MIN = 2048

/** The settings of `WALLET=alipay`. What is wrong is named; keys are never printed. */
export function alipayOf(settings: Settings, mode: Config['mode']): AlipaySettings {
  const address = (name: string, otherwise: string): string => {
    const value = settings.text(name, otherwise)
    if (mode === 'production') return settings.httpsUrl(name, value)
    // In the sandbox a path stays on the host that the browser used.
    const isAddress = URL.canParse(value) || (name !== 'ALIPAY_GATEWAY' && value.startsWith('/'))
    if (!isAddress) settings.complain(`${name} is no address`)
    return value
  }
  const appId = settings.required('ALIPAY_APP_ID', 'the id of the app at the open platform')
  if (appId && !/^\d{16}$/.test(appId)) settings.complain('ALIPAY_APP_ID has to be 16 digits')
  const sellerId = settings.required('ALIPAY_SELLER_ID', 'the id of the account, 2088…')
  if (sellerId && !/^2088\d{12}$/.test(sellerId)) {
    settings.complain('ALIPAY_SELLER_ID has to be 16 digits that begin with 2088')
  }
  const gateway = address('ALIPAY_GATEWAY', GATEWAY)
  const signScene = settings.optional('ALIPAY_SIGN_SCENE')
  if (signScene && !/^[A-Z_]{1,30}\|[A-Z_]{1,30}$/.test(signScene)) {
    settings.complain('ALIPAY_SIGN_SCENE has the form INDUSTRY|SCENE')
  }
  return {
    appId,
    sellerId,
    privateKey: rsaKeyOf(settings, {
      name: 'ALIPAY_PRIVATE_KEY',
      type: 'private',
      meaning: 'the private key of the app',
    }),
    publicKey: rsaKeyOf(settings, {
      name: 'ALIPAY_PUBLIC_KEY',
      type: 'public',
      meaning: 'the public key of the payment app',
    }),
    gateway,
    pages: address('ALIPAY_PAGES', gateway),
    consentUrl: address('ALIPAY_CONSENT', CONSENT),
    signScene,
  }
}

/** An RSA key as PEM, or as base64 without the lines around it, as the platforms show it. */
export function rsaKeyOf(
  settings: Settings,
  {
    name,
    type,
    meaning,
  }: { readonly name: string; readonly type: 'private' | 'public'; readonly meaning: string },
): string {
  const value = settings.required(name, `${meaning}, in PEM or base64`)
  if (!value) return ''
  const isPrivate = type === 'private'
  const key = (isPrivate ? privateKeyIn : publicKeyIn)(value)
  if (!key) {
    settings.complain(`${name} is no RSA ${type} key`)
    return ''
  }
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < KEY_BITS_MIN) {
    settings.complain(`${name} has to have ${KEY_BITS_MIN} bits or more`)
  }
  return key.export({ type: isPrivate ? 'pkcs8' : 'spki', format: 'pem' }).toString()
}

function privateKeyIn(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64')
  return firstRsa(
    () => createPrivateKey(text),
    () => createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: bytes, format: 'der', type: 'pkcs1' }),
  )
}

function publicKeyIn(text: string): KeyObject | undefined {
  // A private key would be accepted as a public one, and would then be in the wrong setting.
  if (text.includes('PRIVATE')) return undefined
  const bytes = Buffer.from(text, 'base64')
  return firstRsa(
    () => createPublicKey(text),
    () => createPublicKey({ key: bytes, format: 'der', type: 'spki' }),
  )
}

function firstRsa(...ways: readonly (() => KeyObject)[]): KeyObject | undefined {
  for (const way of ways) {
    try {
      const key = way()
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // Another form.
    }
  }
  return undefined
}
