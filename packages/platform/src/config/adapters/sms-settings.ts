import { readFileSync } from 'node:fs'
import { hasLink, isSmsTemplate, smsTemplateNames, type SmsTemplate } from '#sms/sms-templates.ts'
import type { Config } from '#config/config.ts'
import type { Settings } from '#config/settings.ts'

/** The service's number of each template. Messages with a link have none: they go by their text. */
type Templates = Readonly<Partial<Record<SmsTemplate, string>>>

export type AliyunSmsSettings = {
  readonly vendor: 'aliyun'
  readonly endpoint: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly sign: string
  readonly templates: Templates
}

export type TencentSmsSettings = {
  readonly vendor: 'tencent'
  readonly endpoint: string
  readonly secretId: string
  readonly secretKey: string
  readonly appId: string
  readonly region: string
  readonly sign: string
  readonly templates: Templates
}

/** The services in the order in which they are tried. */
export type SmsSettings = 'gateway' | readonly (AliyunSmsSettings | TencentSmsSettings)[]

const CHOICES = ['gateway', 'aliyun', 'tencent', 'aliyun,tencent', 'tencent,aliyun'] as const

export function smsSettingsOf(settings: Settings, mode: Config['mode']): SmsSettings {
  const choice = settings.oneOf('SMS', CHOICES, 'gateway')
  if (choice === 'gateway') return choice
  const file = readTemplates(settings)
  return choice
    .split(',')
    .map((vendor) =>
      vendor === 'aliyun' ? aliyunOf(settings, mode, file) : tencentOf(settings, mode, file),
    )
}

function aliyunOf(settings: Settings, mode: Config['mode'], file: TemplateFile): AliyunSmsSettings {
  return {
    vendor: 'aliyun',
    endpoint: endpointOf(settings, mode, {
      name: 'ALIYUN_SMS_ENDPOINT',
      otherwise: 'https://dysmsapi.aliyuncs.com',
    }),
    ...aliyunKeyOf(settings),
    sign: settings.required('ALIYUN_SMS_SIGN', 'the approved SMS signature, without 【】'),
    templates: templatesOf(settings, file, { vendor: 'aliyun', form: /^SMS_\d{1,20}$/ }),
  }
}

/** One key for all services of Aliyun. */
export function aliyunKeyOf(settings: Settings) {
  return {
    accessKeyId: settings.required('ALIYUN_ACCESS_KEY_ID', 'the name of the Aliyun access key'),
    accessKeySecret: settings.required('ALIYUN_ACCESS_KEY_SECRET', 'the Aliyun access key itself'),
  }
}

function tencentOf(
  settings: Settings,
  mode: Config['mode'],
  file: TemplateFile,
): TencentSmsSettings {
  return {
    vendor: 'tencent',
    endpoint: endpointOf(settings, mode, {
      name: 'TENCENT_SMS_ENDPOINT',
      otherwise: 'https://sms.tencentcloudapi.com',
    }),
    secretId: settings.required('TENCENT_SECRET_ID', 'the name of the Tencent Cloud key'),
    secretKey: settings.required('TENCENT_SECRET_KEY', 'the Tencent Cloud key itself'),
    appId: settings.required('TENCENT_SMS_APP_ID', 'the number of the SMS application'),
    region: settings.text('TENCENT_SMS_REGION', 'ap-guangzhou'),
    sign: settings.required('TENCENT_SMS_SIGN', 'the approved SMS signature, without 【】'),
    templates: templatesOf(settings, file, { vendor: 'tencent', form: /^\d{1,20}$/ }),
  }
}

/** The address of a service, its own by default; https in production. */
export function endpointOf(
  settings: Settings,
  mode: Config['mode'],
  { name, otherwise }: { readonly name: string; readonly otherwise: string },
): string {
  const endpoint = settings.text(name, otherwise)
  if (mode === 'production') return settings.httpsUrl(name, endpoint)
  if (!URL.canParse(endpoint)) settings.complain(`${name} is no address`)
  return endpoint
}

type TemplateFile = Readonly<Record<string, unknown>>

/** `{ "aliyun": { "code": "SMS_1", … }, "tencent": { "code": "1", … } }`. */
function readTemplates(settings: Settings): TemplateFile {
  const path = settings.required(
    'SMS_TEMPLATES_FILE',
    'the JSON file with the number of each approved template',
  )
  if (!path) return {}
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (isObject(content)) return content
  } catch {
    // Told below.
  }
  settings.complain(`SMS_TEMPLATES_FILE is no readable JSON object: ${path}`)
  return {}
}

function templatesOf(
  settings: Settings,
  file: TemplateFile,
  { vendor, form }: { readonly vendor: string; readonly form: RegExp },
): Templates {
  const value = file[vendor]
  const rows = isObject(value) ? Object.entries(value) : []
  const wrong = rows.flatMap(([name, number]) => {
    if (!isSmsTemplate(name)) return `${name} is no template`
    if (hasLink(name)) return `${name} has a link, which no service accepts`
    return typeof number === 'string' && form.test(number) ? [] : `${name} has no valid number`
  })
  for (const sentence of wrong) settings.complain(`SMS_TEMPLATES_FILE (${vendor}): ${sentence}`)
  const known = Object.fromEntries(rows.map(([name, number]) => [name, String(number)]))
  const missing = smsTemplateNames.filter((name) => !hasLink(name) && known[name] === undefined)
  if (missing.length > 0) {
    settings.complain(`SMS_TEMPLATES_FILE (${vendor}) has no row for ${missing.join(', ')}`)
  }
  return known
}

function isObject(content: unknown): content is Readonly<Record<string, unknown>> {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}
