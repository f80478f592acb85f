import type { WechatSettings } from './adapters.ts'
import { rsaKeyOf } from './alipay-settings.ts'
import type { Config } from '#config/config.ts'
import type { Settings } from '#config/settings.ts'

const GATEWAY = 'https://api.mch.weixin.qq.com'
const API = 'https://api.weixin.qq.com'
const CONSENT = 'https://open.weixin.qq.com/connect/oauth2/authorize'

/** The settings of `MESSENGER=wechat`. What is wrong is named; keys are never printed. */
export function wechatOf(settings: Settings, mode: Config['mode']): WechatSettings {
  const checked = (name: string, meaning: string, form: RegExp): string => {
    const value = settings.required(name, meaning)
    if (value && !form.test(value)) settings.complain(`${name} is not ${meaning}`)
    return value
  }
  const secret = (name: string, meaning: string, form: RegExp): string => {
    const value = checked(name, meaning, form)
    if (mode === 'production') settings.checkSecret(name, value)
    return value
  }
  const address = (name: string, otherwise: string): string => {
    const value = settings.text(name, otherwise)
    if (mode === 'production') return settings.httpsUrl(name, value)
    // In the sandbox a path stays on the host that the browser used.
    const isAddress = URL.canParse(value) || (name === 'WECHAT_CONSENT' && value.startsWith('/'))
    if (!isAddress) settings.complain(`${name} is no address`)
    return value
  }
  const app = 'wx and 16 letters and digits'
  const appSecret = '32 letters and digits'
  return {
    appId: checked('WECHAT_APP_ID', `the id of the official account, ${app}`, /^wx\w{16}$/),
    appSecret: secret('WECHAT_APP_SECRET', `the secret of that account, ${appSecret}`, /^\w{32}$/),
    miniAppId: checked('WECHAT_MINI_APP_ID', `the id of the mini program, ${app}`, /^wx\w{16}$/),
    miniAppSecret: secret('WECHAT_MINI_APP_SECRET', `its secret, ${appSecret}`, /^\w{32}$/),
    merchantId: checked('WECHAT_MERCHANT_ID', 'the number of the merchant, digits', /^\d{8,12}$/),
    merchantSerial: checked(
      'WECHAT_MERCHANT_SERIAL',
      'the serial number of the merchant’s certificate, hexadecimal digits',
      /^[0-9A-Fa-f]{8,40}$/,
    ),
    privateKey: rsaKeyOf(settings, {
      name: 'WECHAT_PRIVATE_KEY',
      type: 'private',
      meaning: 'the private key of the merchant’s certificate',
    }),
    apiKey: secret('WECHAT_API_KEY', 'the APIv3 key, 32 characters', /^[!-~]{32}$/),
    publicKey: publicKeyOf(settings),
    gateway: address('WECHAT_GATEWAY', GATEWAY),
    api: address('WECHAT_API', API),
    consentUrl: address('WECHAT_CONSENT', CONSENT),
    pages: pagesOf(settings, mode),
  }
}

/** Newer merchants verify with one public key; older ones with certificates that we fetch. */
function publicKeyOf(settings: Settings): WechatSettings['publicKey'] {
  const id = settings.optional('WECHAT_PUBLIC_KEY_ID')
  const isGiven = settings.optional('WECHAT_PUBLIC_KEY') !== undefined
  if (id === undefined && !isGiven) return undefined
  if (!/^PUB_KEY_ID_\w{8,100}$/.test(id ?? '')) {
    settings.complain('WECHAT_PUBLIC_KEY_ID has to be PUB_KEY_ID_ and letters and digits')
  }
  const meaning = 'the public key of WeChat Pay'
  const key = rsaKeyOf(settings, { name: 'WECHAT_PUBLIC_KEY', type: 'public', meaning })
  return { id: id ?? '', key }
}

/** The pages of the sandbox are reached through our own host. The real ones have addresses of their own. */
function pagesOf(settings: Settings, mode: Config['mode']): string | undefined {
  if (mode === 'production') settings.forbid('WECHAT_PAGES', 'it is for the sandbox')
  return settings.optional('WECHAT_PAGES')
}
