import { createRequire } from 'node:module'
import type dysmsapi from '@alicloud/dysmsapi20170525'
import type { AliyunSmsSettings } from '@qingzhou/platform/config/adapters/sms-settings'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { clientConfig } from '#aliyun/aliyun.ts'
import { SmsRefused } from './port.ts'
import {
  errorCode,
  cutParameter,
  isUnreached,
  resultUnknown,
  SmsNotSent,
  SmsUnreached,
  type SmsVendor,
} from './vendors.ts'

// Required, because loaders disagree on the default export of such a package.
const sdk = createRequire(import.meta.url)('@alicloud/dysmsapi20170525') as typeof dysmsapi

const NAME = 'aliyun-sms'

/** The number can never be reached. */
const REFUSALS = new Set(['isv.MOBILE_NUMBER_ILLEGAL', 'isv.BLACK_KEY_CONTROL_LIMIT'])
const MINUTE_MS = 60_000
const PAGE = 50

type Deps = AliyunSmsSettings & { readonly timeoutMs: number; readonly now: () => Date }

/** Sends by Aliyun's Dysmsapi. It does not recognise a repeated message, so it can be asked. */
export function createAliyunSms(deps: Deps): SmsVendor {
  const client = clientOf(deps)
  return {
    name: NAME,
    async send({ messageId, phone, template, parameters }) {
      const values = Object.entries(parameters).map(([name, value]) => [name, cutParameter(value)])
      const request = new sdk.SendSmsRequest({
        phoneNumbers: phone,
        signName: deps.sign,
        templateCode: deps.templates[template],
        templateParam: JSON.stringify(Object.fromEntries(values)),
        outId: messageId,
      })
      const body = (await client.sendSms(request).catch(throwFault)).body
      if (body?.code !== 'OK') throw faultOf(body?.code ?? '', body?.message ?? '')
    },
    async has({ messageId, phone, since }) {
      const days = new Set([since, deps.now()].map((moment) => dayInShanghai(moment)))
      for (const day of days) {
        const sent = await listSentOn(client, phone, day)
        if (sent.includes(messageId)) return true
      }
      return false
    },
    approvedTexts: async () => approvedTexts(client),
  }
}

type Client = InstanceType<typeof sdk.default>

function clientOf(deps: Deps): Client {
  // The constructor reads these fields only; the class of the settings is in another package.
  return new sdk.default(clientConfig(deps) as ConstructorParameters<typeof sdk.default>[0])
}

async function listSentOn(client: Client, phone: string, day: string): Promise<string[]> {
  const request = new sdk.QuerySendDetailsRequest({
    phoneNumber: phone,
    sendDate: day.replaceAll('-', ''),
    pageSize: PAGE,
    currentPage: 1,
  })
  const body = (await client.querySendDetails(request).catch(throwFault)).body
  if (body?.code !== 'OK') throw faultOf(body?.code ?? '', body?.message ?? '')
  const details = body.smsSendDetailDTOs?.smsSendDetailDTO ?? []
  return details.flatMap(({ outId }) => outId ?? [])
}

async function approvedTexts(client: Client): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let pageIndex = 1; ; pageIndex += 1) {
    const request = new sdk.QuerySmsTemplateListRequest({ pageIndex, pageSize: PAGE })
    const body = (await client.querySmsTemplateList(request).catch(throwFault)).body
    if (body?.code !== 'OK') throw faultOf(body?.code ?? '', body?.message ?? '')
    const page = body.smsTemplateList ?? []
    for (const { templateCode, templateContent, auditStatus } of page) {
      if (auditStatus === 'AUDIT_STATE_PASS') texts.set(templateCode ?? '', templateContent ?? '')
    }
    if (page.length < PAGE) return texts
  }
}

/** A request that Aliyun answers with an error status, or not at all. */
function throwFault(cause: unknown): never {
  if (isUnreached(cause)) throw new SmsUnreached(NAME)
  const code = errorCode(cause)
  const status = cause instanceof Error && 'statusCode' in cause ? Number(cause.statusCode) : 0
  if (status >= 400 && status < 500) throw faultOf(code, '')
  throw resultUnknown(NAME, 'no answer', cause)
}

function faultOf(code: string, message: string): Error {
  if (REFUSALS.has(code)) return new SmsRefused(NAME, code)
  if (/^Throttling|^isv\.\w+_LIMIT_CONTROL$/.test(code)) {
    return new SmsNotSent(NAME, code, waitOf(code, message))
  }
  // Their system failed, possibly after it took the message.
  if (code === '' || code.startsWith('isp.SYSTEM')) return resultUnknown(NAME, code)
  return new SmsNotSent(NAME, code)
}

/** A limit of the number says its period: 分钟级, 小时级 or 天级. */
function waitOf(code: string, message: string): number {
  if (code.startsWith('Throttling')) return 5_000
  if (message.includes('分钟级')) return MINUTE_MS
  return message.includes('小时级') ? 10 * MINUTE_MS : 60 * MINUTE_MS
}
