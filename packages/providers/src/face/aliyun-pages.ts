import * as z from 'zod'
import { type AliyunAccess, throwAliyunFault, cloudauthClient, sdk } from '#aliyun/aliyun.ts'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { FacePageResult, FacePages } from './port.ts'

const PATH = 'aliyun-face'

const begun = z.object({
  code: z.string(),
  resultObject: z.optional(z.object({ certifyId: z.string(), certifyUrl: z.string() })),
})
const asked = z.object({
  code: z.string(),
  resultObject: z.optional(z.object({ passed: z.enum(['T', 'F']) })),
})

/** 认证未完成, 身份认证记录不存在: not begun, given up or being judged. */
const PENDING = ['403', '424']
/** 无效的CertifyId. */
const UNKNOWN = '406'

type Settings = AliyunAccess & {
  /** The number of the scene in the service's console. */
  readonly faceScene: number
  readonly ownOrigin: () => string
}

/**
 * Face checks on Aliyun's page (InitFaceVerify, DescribeFaceVerify). The reference is the service's
 * number of the check and the address of its page, which the service does not tell again.
 */
export function createAliyunFacePages(settings: Settings): FacePages {
  const client = cloudauthClient(settings)
  return {
    async startFace({ wireNo, reference, name, idNumber, returnPath, userAgent }) {
      if (reference !== undefined) return { url: pageOf(reference, settings), reference }
      const request = new sdk.InitFaceVerifyRequest({
        sceneId: settings.faceScene,
        outerOrderNo: wireNo,
        productCode: 'ID_PRO',
        model: 'MULTI_ACTION',
        certType: 'IDENTITY_CARD',
        certName: name,
        certNo: idNumber,
        returnUrl: `${settings.ownOrigin()}${returnPath}`,
        metaInfo: metaInfoOf(userAgent),
      })
      const said = await client.initFaceVerify(request).catch(throwAliyunFault(PATH))
      const { certifyId, certifyUrl } = resultIn(begun, said.body)
      const named = `${certifyId} ${certifyUrl}`
      return { url: pageOf(named, settings), reference: named }
    },
    async face({ reference }): Promise<FacePageResult> {
      // It was never begun: the service gave no number.
      const [certifyId] = reference?.split(' ') ?? []
      if (certifyId === undefined) return { state: 'unknown' }
      const request = new sdk.DescribeFaceVerifyRequest({ sceneId: settings.faceScene, certifyId })
      const said = await client.describeFaceVerify(request).catch(throwAliyunFault(PATH))
      const code = z.object({ code: z.string() }).safeParse(said.body).data?.code ?? ''
      if (PENDING.includes(code)) return { state: 'pending' }
      if (code === UNKNOWN) return { state: 'unknown' }
      const { passed } = resultIn(asked, said.body)
      // A check that was given up stays pending, so a failure is always about the face.
      return passed === 'T' ? { state: 'passed' } : { state: 'failed', isCancelled: false }
    },
  }
}

const USER_AGENT_MAX = 512

/** What the script of the service collects in a browser: the version of its page, and the browser. */
function metaInfoOf(userAgent: string): string {
  const ua = userAgent.slice(0, USER_AGENT_MAX)
  return JSON.stringify({ bioMetaInfo: '4.1.0:2916352,0', deviceType: 'h5', ua })
}

function resultIn<Result>(
  shape: z.ZodType<{ code: string; resultObject?: Result | undefined }>,
  body: unknown,
): Result {
  const { data } = shape.safeParse(body)
  if (!data || data.code === '500') throw new ProviderOutage(PATH, data?.code ?? 'another form')
  if (data.code !== '200') throw new ProviderFault(PATH, `refused: ${data.code}`)
  if (!data.resultObject) throw new ProviderOutage(PATH, 'the answer has no result')
  return data.resultObject
}

/** The customer is sent there, so it is https wherever the service is. */
function pageOf(reference: string, { endpoint }: AliyunAccess): string {
  const address = reference.slice(reference.indexOf(' ') + 1)
  const { protocol } = URL.canParse(address) ? new URL(address) : { protocol: '' }
  if (protocol !== 'https:' && protocol !== new URL(endpoint).protocol) {
    throw new ProviderOutage(PATH, 'the page has no https address')
  }
  return address
}
