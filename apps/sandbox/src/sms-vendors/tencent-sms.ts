import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { mobileOf, renderedText, type How } from './sms-book.ts'
import type { SmsBook } from './sms-book.ts'

const sending = z.object({
  PhoneNumberSet: z.array(z.string()).length(1),
  SmsSdkAppId: z.string(),
  SignName: z.string(),
  TemplateId: z.string(),
  TemplateParamSet: z.array(z.string()).default([]),
  SessionContext: z.string().max(512).default(''),
})
const asking = z.object({
  SmsSdkAppId: z.string(),
  PhoneNumber: z.string(),
  BeginTime: z.int(),
  EndTime: z.optional(z.int()),
  Limit: z.int().max(100),
})
const listing = z.object({ Limit: z.int().max(100), Offset: z.int().min(0) })

type TencentRequest = {
  readonly action: string
  readonly body: unknown
  readonly how: How
  readonly appId: string
}

/** Tencent Cloud SMS 2021-01-11: the functions that the server calls. */
export function answerTencent(
  book: SmsBook,
  { action, body, how, appId }: TencentRequest,
): unknown {
  if (action === 'SendSms') {
    const request = sending.parse(body)
    if (request.SmsSdkAppId !== appId)
      return tencentError('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
    return { Response: { SendStatusSet: [send(book, request, how)], RequestId: randomUUID() } }
  }
  if (action === 'PullSmsSendStatusByPhoneNumber') return states(book, asking.parse(body))
  if (action === 'DescribeSmsTemplateList') return templates(book, listing.parse(body))
  return tencentError('InvalidAction')
}

export function tencentError(Code: string, Message = Code): unknown {
  return { Response: { Error: { Code, Message }, RequestId: randomUUID() } }
}

/** The state of the one message of a request: the service answers for each number. */
function send(book: SmsBook, request: z.output<typeof sending>, how: How): unknown {
  const [PhoneNumber = ''] = request.PhoneNumberSet
  const { SessionContext } = request
  const refuse = (Code: string) => ({
    SerialNo: '',
    PhoneNumber,
    Fee: 0,
    SessionContext,
    Code,
    Message: Code,
    IsoCode: 'CN',
  })
  const phone = mobileOf(PhoneNumber)
  if (!phone || how.declines) return refuse('InvalidParameterValue.IncorrectPhoneNumber')
  if (!book.isSign(request.SignName))
    return refuse('FailedOperation.SignatureIncorrectOrUnapproved')
  const text = book.textOf('tencent', request.TemplateId)
  if (text === undefined) return refuse('FailedOperation.TemplateIncorrectOrUnapproved')
  const { TemplateParamSet: values } = request
  const rendered = renderedText(text, /\{(\d+)\}/g, (number) => values[Number(number) - 1])
  if ('missing' in rendered)
    return refuse('FailedOperation.TemplateParamSetNotMatchApprovedTemplate')
  if ('tooLong' in rendered) return refuse('InvalidParameterValue.TemplateParameterLengthLimit')
  if ('hasLink' in rendered)
    return refuse('InvalidParameterValue.ProhibitedUseUrlInTemplateParameter')
  if (book.isOverLimit('tencent', phone)) {
    return refuse('LimitExceeded.PhoneNumberThirtySecondLimit')
  }
  const serialNo = randomUUID()
  const sms = { vendor: 'tencent', serialNo, phone, senderNo: SessionContext } as const
  book.accept({ ...sms, template: request.TemplateId, text: rendered.text }, how)
  return { ...refuse('Ok'), SerialNo: serialNo, Fee: 1, Message: 'send success' }
}

function states(book: SmsBook, request: z.output<typeof asking>): unknown {
  const { BeginTime, EndTime = Number.MAX_SAFE_INTEGER } = request
  const found = book
    .sentTo('tencent', mobileOf(request.PhoneNumber) ?? '')
    .map((sms) => ({ ...sms, second: Math.floor(sms.acceptedAt / 1_000) }))
    .filter(({ second }) => second >= BeginTime && second <= EndTime)
    .slice(0, request.Limit)
    .map(({ serialNo, senderNo, phone, second }) => ({
      UserReceiveTime: second,
      CountryCode: '86',
      SubscriberNumber: phone,
      PhoneNumber: `+86${phone}`,
      SerialNo: serialNo,
      ReportStatus: 'SUCCESS',
      Description: 'DELIVERED',
      SessionContext: senderNo,
    }))
  return { Response: { PullSmsSendStatusSet: found, RequestId: randomUUID() } }
}

function templates(book: SmsBook, { Limit, Offset }: z.output<typeof listing>): unknown {
  const found = book
    .templates('tencent')
    .slice(Offset, Offset + Limit)
    .map(([id, TemplateContent]) => ({
      TemplateId: Number(id),
      International: 0,
      StatusCode: 0,
      TemplateContent,
    }))
  return { Response: { DescribeTemplateStatusSet: found, RequestId: randomUUID() } }
}
