import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  registerTemplates,
  smsAccountsOf,
  type SmsRegistration,
} from '@qingzhou/provider-api/sandbox-accounts'
import { lender } from '@qingzhou/platform/config/brand'
import { hasLink, smsTemplateNames, textFor } from '@qingzhou/platform/sms/sms-templates'

/** The texts that a lender registers at the SMS services, by template. */
const texts = Object.fromEntries(
  smsTemplateNames
    .filter((name) => !hasLink(name))
    .map((name) => [name, { aliyun: textFor('aliyun', name), tencent: textFor('tencent', name) }]),
)

const { registered, numbers } = registerTemplates(lender.product, texts)

/** What the lender has registered at the SMS services of the sandbox. */
export const sandboxSms: SmsRegistration = registered

/** The settings of the SMS services of the sandbox, with the file of the template numbers. */
export function sandboxSmsSettings(of: {
  readonly url: string
  readonly secret: string
  readonly directory: string
}): Readonly<Record<string, string>> {
  const { aliyun, tencent } = smsAccountsOf(of.secret)
  const file = join(of.directory, 'sms-templates.json')
  writeFileSync(file, JSON.stringify(numbers, undefined, 2))
  return {
    SMS_TEMPLATES_FILE: file,
    ALIYUN_ACCESS_KEY_ID: aliyun.accessKeyId,
    ALIYUN_ACCESS_KEY_SECRET: aliyun.accessKeySecret,
    ALIYUN_SMS_SIGN: registered.sign,
    ALIYUN_SMS_ENDPOINT: of.url,
    TENCENT_SECRET_ID: tencent.secretId,
    TENCENT_SECRET_KEY: tencent.secretKey,
    TENCENT_SMS_APP_ID: tencent.appId,
    TENCENT_SMS_SIGN: registered.sign,
    TENCENT_SMS_ENDPOINT: of.url,
  }
}
