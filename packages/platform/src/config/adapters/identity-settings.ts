import type { Config } from '#config/config.ts'
import type { Settings } from '#config/settings.ts'
import { aliyunKeyOf, endpointOf } from './sms-settings.ts'

export type AliyunIdentitySettings = {
  readonly accessKeyId: string
  readonly accessKeySecret: string
  /** Cloudauth: the register of residents. */
  readonly idEndpoint: string
  /** ocr-api: the reader of cards. */
  readonly ocrEndpoint: string
  /** The scene of face checks on Aliyun's page; without it they are made by the payment app. */
  readonly faceScene?: number
  /** Whether the four elements of a card are checked before its bank is asked. */
  readonly checksCards: boolean
}

export type IdentitySettings = 'gateway' | AliyunIdentitySettings

export function identitySettingsOf(settings: Settings, mode: Config['mode']): IdentitySettings {
  const choice = settings.oneOf('IDENTITY', ['gateway', 'aliyun'], 'gateway')
  if (choice === 'gateway') return choice
  const addressOf = (name: string, otherwise: string) =>
    endpointOf(settings, mode, { name, otherwise })
  const scene = settings.text('ALIYUN_FACE_SCENE', '')
  if (scene && !/^\d{1,15}$/.test(scene)) {
    settings.complain('ALIYUN_FACE_SCENE has to be the number of a scene')
  }
  return {
    checksCards: settings.oneOf('ALIYUN_CARD_CHECK', ['yes', 'no'], 'no') === 'yes',
    ...(scene && { faceScene: Number(scene) }),
    ...aliyunKeyOf(settings),
    idEndpoint: addressOf('ALIYUN_ID_ENDPOINT', 'https://cloudauth.aliyuncs.com'),
    ocrEndpoint: addressOf('ALIYUN_OCR_ENDPOINT', 'https://ocr-api.cn-hangzhou.aliyuncs.com'),
  }
}
