import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { mobileOf, renderedText, type How } from './sms-book.ts'
import type { SmsBook } from './sms-book.ts'

type Answer = { readonly status: number; readonly content: Readonly<Record<string, unknown>> }

const sending = z.object({
  PhoneNumbers: z.string(),
  SignName: z.string(),
  TemplateCode: z.string(),
  TemplateParam: z.string().default('{}'),
  OutId: z.string().max(256).default(''),
})

/** Aliyun's Dysmsapi 2017-05-25: the functions that the server calls. */
export function answerAliyun(
  book: SmsBook,
  { action, query, how }: { action: string; query: Record<string, string>; how: How },
): Answer {
  if (action === 'SendSms') return send(book, sending.parse(query), how)
  if (action === 'QuerySendDetails') return details(book, query)
  if (action === 'QuerySmsTemplateList') return templates(book, query)
  return { status: 404, content: { Code: 'InvalidAction.NotFound', RequestId: randomUUID() } }
}

function send(book: SmsBook, request: z.output<typeof sending>, how: How): Answer {
  const refuse = (Code: string, Message = Code) => ok({ Code, Message })
  const phone = mobileOf(request.PhoneNumbers)
  if (!phone || how.declines) return refuse('isv.MOBILE_NUMBER_ILLEGAL', '非法手机号')
  if (!book.isSign(request.SignName)) return refuse('isv.SMS_SIGNATURE_ILLEGAL', '签名不合法')
  const text = book.textOf('aliyun', request.TemplateCode)
  if (text === undefined) return refuse('isv.SMS_TEMPLATE_ILLEGAL', '模板不合法')
  const parameters = parametersOf(request.TemplateParam)
  if (!parameters) return refuse('isv.INVALID_JSON_PARAM', 'JSON参数不合法')
  const rendered = renderedText(text, /\$\{(\w+)\}/g, (name) => parameters[name])
  if ('missing' in rendered) return refuse('isv.TEMPLATE_MISSING_PARAMETERS', '模板缺少变量')
  if ('tooLong' in rendered) return refuse('isv.PARAM_LENGTH_LIMIT', '参数超出长度限制')
  if ('hasLink' in rendered) return refuse('isv.PARAM_NOT_SUPPORT_URL', '不支持URL')
  if (book.isOverLimit('aliyun', phone)) {
    return refuse('isv.BUSINESS_LIMIT_CONTROL', '触发分钟级流控Permits:1')
  }
  const serialNo = randomUUID()
  const { OutId: senderNo, TemplateCode: template } = request
  const sms = { vendor: 'aliyun', serialNo, phone, senderNo, template } as const
  book.accept({ ...sms, text: rendered.text }, how)
  return ok({ Code: 'OK', Message: 'OK', BizId: serialNo })
}

function parametersOf(json: string): Readonly<Record<string, string>> | undefined {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** The messages of a number on a day, by the sender's number. */
function details(book: SmsBook, query: Record<string, string>): Answer {
  const { PhoneNumber: phone = '', SendDate: day = '' } = query
  if (!/^\d{8}$/.test(day)) return ok({ Code: 'isv.INVALID_PARAMETERS', Message: '参数异常' })
  const found = book
    .sentTo('aliyun', phone)
    .filter(({ acceptedAt }) => dateOf(acceptedAt).startsWith(formatDashedDay(day)))
    .map(({ senderNo, template, text, acceptedAt }) => ({
      OutId: senderNo,
      PhoneNum: phone,
      TemplateCode: template,
      Content: text,
      SendDate: dateOf(acceptedAt),
      ReceiveDate: dateOf(acceptedAt),
      SendStatus: 3,
      ErrCode: 'DELIVERED',
    }))
  return ok({
    Code: 'OK',
    Message: 'OK',
    TotalCount: String(found.length),
    SmsSendDetailDTOs: { SmsSendDetailDTO: found },
  })
}

function templates(book: SmsBook, query: Record<string, string>): Answer {
  const size = Number(query['PageSize'] ?? 10)
  const from = (Number(query['PageIndex'] ?? 1) - 1) * size
  const all = book.templates('aliyun')
  const page = all.slice(from, from + size).map(([TemplateCode, TemplateContent]) => ({
    TemplateCode,
    TemplateContent,
    AuditStatus: 'AUDIT_STATE_PASS',
  }))
  return ok({ Code: 'OK', Message: 'OK', TotalCount: all.length, SmsTemplateList: page })
}

function ok(content: Readonly<Record<string, unknown>>): Answer {
  return { status: 200, content: { ...content, RequestId: randomUUID() } }
}

/** The moment in Shanghai: 2026-11-17 16:09:21. */
function dateOf(momentMs: number): string {
  return new Date(momentMs + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)
}

function formatDashedDay(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
}
