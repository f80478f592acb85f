import type { Config } from './config.ts'
import type { Settings } from './settings.ts'
import { aliyunKeyOf, endpointOf } from './sms-settings.ts'

export type AliyunIdentitySettings = {
  readonly accessKeyId: string
  readonly accessKeySecret: string
  /** Cloudauth: the register of residents. */
  readonly idEndpoint: string
  /** ocr-api: the reader of cards. */
  readonly ocrEndpoint: string
}

export type IdentitySettings = 'gateway' | AliyunIdentitySettings

export function identitySettingsOf(settings: Settings, mode: Config['mode']): IdentitySettings {
  const choice = settings.oneOf('IDENTITY', ['gateway', 'aliyun'], 'gateway')
  if (choice === 'gateway') return choice
  const addressOf = (name: string, otherwise: string) =>
    endpointOf(settings, mode, { name, otherwise })
  return {
    ...aliyunKeyOf(settings),
    idEndpoint: addressOf('ALIYUN_ID_ENDPOINT', 'https://cloudauth.aliyuncs.com'),
    ocrEndpoint: addressOf('ALIYUN_OCR_ENDPOINT', 'https://ocr-api.cn-hangzhou.aliyuncs.com'),
  }
}
