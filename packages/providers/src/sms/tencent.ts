import { createRequire } from 'node:module'
import type * as sdk from 'tencentcloud-sdk-nodejs-sms'
import type { TencentSmsSettings } from '@qingzhou/platform/config/adapters/sms-settings'
import { parametersIn } from '@qingzhou/platform/sms/sms-templates'
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

// Required, because loaders disagree on the exports of such a package.
const tencent = createRequire(import.meta.url)('tencentcloud-sdk-nodejs-sms') as typeof sdk

const NAME = 'tencent-sms'

/** The number can never be reached. */
const REFUSALS = new Set([
  'InvalidParameterValue.IncorrectPhoneNumber',
  'FailedOperation.PhoneNumberInBlacklist',
])
const SECOND_MS = 1_000
const PAGE = 100
const APPROVED = 0

type Deps = TencentSmsSettings & { readonly timeoutMs: number; readonly now: () => Date }

/** Sends by Tencent Cloud. It does not recognise a repeated message, so it can be asked. */
export function createTencentSms(deps: Deps): SmsVendor {
  const client = clientOf(deps)
  return {
    name: NAME,
    async send({ messageId, phone, template, parameters }) {
      const request = {
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: deps.appId,
        SignName: deps.sign,
        TemplateId: deps.templates[template] ?? '',
        TemplateParamSet: parametersIn(template).map((name) =>
          cutParameter(parameters[name] ?? ''),
        ),
        SessionContext: messageId,
      }
      const { SendStatusSet } = await client.SendSms(request).catch(throwFault)
      const code = SendStatusSet?.[0]?.Code ?? ''
      if (code !== 'Ok') throw faultOf(code)
    },
    async has({ messageId, phone, since }) {
      const request = {
        SmsSdkAppId: deps.appId,
        PhoneNumber: `+86${phone}`,
        BeginTime: Math.floor(since.getTime() / SECOND_MS) - 60,
        EndTime: Math.ceil(deps.now().getTime() / SECOND_MS) + 60,
        Offset: 0,
        Limit: PAGE,
      }
      const found = await client.PullSmsSendStatusByPhoneNumber(request).catch(throwFault)
      const states = found.PullSmsSendStatusSet ?? []
      return states.some(({ SessionContext }) => SessionContext === messageId)
    },
    approvedTexts: async () => approvedTexts(client),
  }
}

type Client = InstanceType<typeof tencent.sms.v20210111.Client>

function clientOf({ endpoint, secretId, secretKey, region, timeoutMs }: Deps): Client {
  const { host, protocol } = new URL(endpoint)
  return new tencent.sms.v20210111.Client({
    credential: { secretId, secretKey },
    region,
    profile: {
      httpProfile: {
        endpoint: host,
        protocol: `${protocol}//`,
        reqTimeout: Math.ceil(timeoutMs / SECOND_MS),
      },
    },
  })
}

async function approvedTexts(client: Client): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let offset = 0; ; offset += PAGE) {
    const request = { International: 0, TemplateIdSet: [], Limit: PAGE, Offset: offset }
    const answer = await client.DescribeSmsTemplateList(request).catch(throwFault)
    const page = answer.DescribeTemplateStatusSet ?? []
    for (const { TemplateId, TemplateContent, StatusCode } of page) {
      if (StatusCode === APPROVED) texts.set(String(TemplateId), TemplateContent ?? '')
    }
    if (page.length < PAGE) return texts
  }
}

/** A request that Tencent answers with an error, or not at all. */
function throwFault(cause: unknown): never {
  const code = errorCode(cause)
  if (isUnreached(cause)) throw new SmsUnreached(NAME)
  // Errors of the service have a code of two parts, or one of a few words.
  if (/^[A-Z][A-Za-z]+(\.|$)/.test(code) && !/^E[A-Z]+$/.test(code)) throw faultOf(code)
  throw resultUnknown(NAME, 'no answer', cause)
}

function faultOf(code: string): Error {
  if (REFUSALS.has(code)) return new SmsRefused(NAME, code)
  if (code.startsWith('RequestLimitExceeded')) return new SmsNotSent(NAME, code, 5 * SECOND_MS)
  if (code.startsWith('LimitExceeded.')) return new SmsNotSent(NAME, code, waitOf(code))
  // Their system failed, possibly after it took the message.
  if (code === '' || code.startsWith('InternalError')) return resultUnknown(NAME, code)
  return new SmsNotSent(NAME, code)
}

function waitOf(code: string): number {
  if (code.includes('ThirtySecond')) return 30 * SECOND_MS
  return (code.includes('OneHour') ? 600 : 3_600) * SECOND_MS
}
