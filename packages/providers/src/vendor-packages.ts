import { createRequire } from 'node:module'
import type { Adapters } from '@qingzhou/platform/config/adapters/adapters'

/** A package that an image may leave out, and the setting that needs it. */
export type VendorPackage = { readonly name: string; readonly setting: string }

type ChosenAdapters = Partial<Adapters>

/** The packages of the chosen adapters. A service behind the gateway needs none. */
export function vendorPackages(chosen: ChosenAdapters): VendorPackage[] {
  const { sms, mail, ip, wallet, messenger, identity, face, ocr } = chosen
  const needed: VendorPackage[] = []
  for (const { vendor } of sms === undefined || sms === 'gateway' ? [] : sms) {
    needed.push({ name: SMS_PACKAGES[vendor], setting: `SMS=${vendor}` })
  }
  if (isChosen(mail)) needed.push({ name: 'nodemailer', setting: 'MAIL=smtp' })
  if (isChosen(ip)) needed.push({ name: 'ip2region-ts', setting: 'IP=ip2region' })
  if (isChosen(wallet)) needed.push({ name: 'alipay-sdk', setting: 'WALLET=alipay' })
  if (isChosen(messenger)) {
    needed.push({ name: 'wechatpay-axios-plugin', setting: 'MESSENGER=wechat' })
  }
  if (isChosen(identity)) {
    needed.push({ name: '@alicloud/cloudauth20190307', setting: 'IDENTITY=aliyun' })
    needed.push({ name: '@alicloud/ocr-api20210707', setting: 'IDENTITY=aliyun' })
  }
  if (face === 'embedded') needed.push({ ...RECOGNITION, setting: 'FACE=embedded' })
  if (ocr === 'embedded') needed.push({ ...RECOGNITION, setting: 'OCR=embedded' })
  return needed
}

const RECOGNITION = { name: '@qingzhou/recognition' }

const SMS_PACKAGES = {
  aliyun: '@alicloud/dysmsapi20170525',
  tencent: 'tencentcloud-sdk-nodejs-sms',
} as const

function isChosen(adapter: unknown): boolean {
  return adapter !== undefined && adapter !== 'gateway'
}

/** Stops a start that would fail at the first call of a service. */
export function requirePackages(
  needed: readonly VendorPackage[],
  isInstalled: (name: string) => boolean = isResolved,
): void {
  const [missing] = missingPackages(needed, isInstalled)
  if (missing) {
    throw new Error(
      `${missing.setting} needs the package ${missing.name}, which is not installed: install it, or choose another ${missing.setting.split('=')[0]}.`,
    )
  }
}

export function missingPackages(
  needed: readonly VendorPackage[],
  isInstalled: (name: string) => boolean = isResolved,
): VendorPackage[] {
  return needed.filter(({ name }) => !isInstalled(name))
}

const require = createRequire(import.meta.url)

/** Our own packages have no entry of their own, only their files. */
function isResolved(name: string): boolean {
  try {
    require.resolve(name === RECOGNITION.name ? `${name}/package.json` : name)
    return true
  } catch {
    return false
  }
}
