import { randomUUID, createHash } from 'node:crypto'
import type { ProviderName } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { checkCard, checkIdentity } from '#checks/checks.ts'
import type { Faults } from '#faults.ts'
import type { FaceChecks } from '#wallet-face/face-checks.ts'
import {
  recognizeBankCard,
  recognizeIdcard,
  cloudauthAnswer,
  type VendorAnswer,
} from './card-answers.ts'

type Parts = { readonly faults: Faults; readonly faceChecks: FaceChecks }

type VendorRequest = {
  readonly action: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The provider whose faults apply to a function; undefined for the functions of SMS. */
const providers: Readonly<Record<string, ProviderName>> = {
  Id2MetaVerify: 'idCheck',
  BankMetaVerify: 'idCheck',
  RecognizeIdcard: 'ocr',
  RecognizeBankCard: 'ocr',
  InitFaceVerify: 'face',
  DescribeFaceVerify: 'face',
}

export function identityProviderOf(action: string): ProviderName | undefined {
  return providers[action]
}

/** Aliyun's Cloudauth 2019-03-07 and ocr-api 2021-07-07: the functions that the server calls. */
export async function answerAliyunIdentity(
  parts: Parts,
  request: VendorRequest,
): Promise<VendorAnswer> {
  const declines = parts.faults.of(identityProviderOf(request.action) ?? 'idCheck').decline
  switch (request.action) {
    case 'Id2MetaVerify':
      return id2MetaVerify(formOf(request.body), declines)
    case 'BankMetaVerify':
      return bankMetaVerify(request.query, declines)
    case 'DescribeFaceVerify':
      return describeFaceVerify(parts, request.query)
    case 'InitFaceVerify':
      return initFaceVerify(parts, { ...request.query, ...formOf(request.body) }, declines)
    case 'RecognizeIdcard':
      return recognizeIdcard(request.body, declines)
    case 'RecognizeBankCard':
      return recognizeBankCard(request.body, declines)
    default:
      return { status: 404, content: { Code: 'InvalidAction.NotFound', RequestId: randomUUID() } }
  }
}

const person = z.object({
  ParamType: z.literal('normal'),
  UserName: z.string().min(1),
  IdentifyNum: z.string().min(1),
})

/** Some parameters are in the body instead of the address. */
function formOf(body: Buffer): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(body.toString()))
}

const bizCodes = { match: '1', mismatch: '2', unknown: '3' } as const

function id2MetaVerify(form: Readonly<Record<string, string>>, declines: boolean): VendorAnswer {
  const { data } = person.safeParse(form)
  if (!data) return cloudauthAnswer('400', '参数不能为空')
  if (!/^\d{17}[\dX]$/.test(data.IdentifyNum)) return cloudauthAnswer('401', '参数非法')
  const { result } = checkIdentity({ name: data.UserName, idNumber: data.IdentifyNum })
  const BizCode = bizCodes[declines ? 'mismatch' : result]
  return cloudauthAnswer('200', 'success', { BizCode })
}

const card = z.object({
  ParamType: z.literal('normal'),
  ProductType: z.literal('BANK_CARD_4_META'),
  VerifyMode: z.literal('VERIFY_BANK_CARD'),
  UserName: z.string().min(1),
  IdentifyNum: z.string().regex(/^\d{17}[\dX]$/),
  BankCard: z.string().regex(/^\d{12,19}$/),
  Mobile: z.string().regex(/^1\d{10}$/),
})

function bankMetaVerify(query: Readonly<Record<string, string>>, declines: boolean): VendorAnswer {
  const { data } = card.safeParse(query)
  if (!data) return cloudauthAnswer('401', '参数非法')
  const { UserName: name, IdentifyNum: idNumber, BankCard: cardNumber, Mobile: phone } = data
  const { result } = checkCard({ name, idNumber, cardNumber, phone })
  const BizCode = bizCodes[declines ? 'mismatch' : result]
  return cloudauthAnswer('200', 'success', { BizCode, SubCode: `${BizCode}01` })
}

type Query = Readonly<Record<string, string>>

const metaInfo = z.object({
  bioMetaInfo: z.string(),
  deviceType: z.enum(['h5', 'web']),
  ua: z.string().min(1),
})
const beginning = z.object({
  SceneId: z.string().regex(/^\d+$/),
  OuterOrderNo: z.string().regex(/^\w{1,32}$/),
  ProductCode: z.literal('ID_PRO'),
  Model: z.string(),
  CertType: z.literal('IDENTITY_CARD'),
  CertName: z.string().min(1),
  CertNo: z.string().regex(/^\d{17}[\dX]$/),
  ReturnUrl: z.url(),
  MetaInfo: z.string(),
})

/** The pages of the sandbox, as the product passes them on. */
const PAGES = '/sandbox'

/** Every call begins another check, also one with a known number of the lender. */
function initFaceVerify(
  { faceChecks }: Pick<Parts, 'faceChecks'>,
  query: Query,
  declines: boolean,
): VendorAnswer {
  const { data: request } = beginning.safeParse(query)
  if (!request) return cloudauthAnswer('401', '参数非法')
  if (!hasDevice(request.MetaInfo)) return cloudauthAnswer('414', '设备类型不支持')
  const { CertName: name, CertNo: idNumber, ReturnUrl: returnUrl } = request
  if (declines || checkIdentity({ name, idNumber }).result !== 'match') {
    return cloudauthAnswer('417', '无法使用刷脸服务')
  }
  const certifyId = numberOf(`${request.OuterOrderNo} ${crypto.randomUUID()}`)
  const { path } = faceChecks.start({
    orderNo: certifyId,
    name,
    idNumber,
    returnUrl,
    notifyUrl: '',
  })
  const certifyUrl = `${new URL(returnUrl).origin}${PAGES}${path}`
  return cloudauthAnswer('200', 'success', { CertifyId: certifyId, CertifyUrl: certifyUrl })
}

/** A check that was given up has no result, as one that is not finished. */
function describeFaceVerify({ faceChecks }: Pick<Parts, 'faceChecks'>, query: Query): VendorAnswer {
  const { state, reason } = faceChecks.find({ orderNo: query['CertifyId'] ?? '' })
  if (state === 'unknown') return cloudauthAnswer('406', '无效的CertifyId')
  if (state === 'pending' || reason === 'cancelled')
    return cloudauthAnswer('424', '身份认证记录不存在')
  const isPassed = state === 'passed'
  return cloudauthAnswer('200', 'success', {
    Passed: isPassed ? 'T' : 'F',
    SubCode: isPassed ? '200' : '204',
  })
}

function hasDevice(json: string): boolean {
  try {
    return metaInfo.safeParse(JSON.parse(json)).success
  } catch {
    return false
  }
}

function numberOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}
