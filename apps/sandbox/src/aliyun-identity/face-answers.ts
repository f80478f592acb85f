import { createHash } from 'node:crypto'
import * as z from 'zod'
import { checkIdentity } from '#checks/checks.ts'
import type { FaceChecks } from '#wallet-face/face-checks.ts'
import { told, type VendorAnswer } from './card-answers.ts'

type Parts = { readonly faceChecks: FaceChecks }
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
export function initFaceVerify(
  { faceChecks }: Parts,
  query: Query,
  declines: boolean,
): VendorAnswer {
  const { data: request } = beginning.safeParse(query)
  if (!request) return told('401', '参数非法')
  if (!hasDevice(request.MetaInfo)) return told('414', '设备类型不支持')
  const { CertName: name, CertNo: idNumber, ReturnUrl: returnUrl } = request
  if (declines || checkIdentity({ name, idNumber }).result !== 'match') {
    return told('417', '无法使用刷脸服务')
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
  return told('200', 'success', { CertifyId: certifyId, CertifyUrl: certifyUrl })
}

/** A check that was given up has no result, as one that is not finished. */
export function describeFaceVerify({ faceChecks }: Parts, query: Query): VendorAnswer {
  const { state, reason } = faceChecks.find({ orderNo: query['CertifyId'] ?? '' })
  if (state === 'unknown') return told('406', '无效的CertifyId')
  if (state === 'pending' || reason === 'cancelled') return told('424', '身份认证记录不存在')
  const isPassed = state === 'passed'
  return told('200', 'success', { Passed: isPassed ? 'T' : 'F', SubCode: isPassed ? '200' : '204' })
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
