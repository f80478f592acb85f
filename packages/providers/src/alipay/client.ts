import type { AlipaySdk } from 'alipay-sdk'
import * as z from 'zod'
import type { AlipaySettings } from '@qingzhou/platform/config/adapters/adapters'
import type { Bulkhead } from '#bulkhead.ts'
import { loadOnce } from '@qingzhou/platform/load-once'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import { createCalls, ProviderThrottled, THROTTLED_MS } from '#bulkhead.ts'
import { isCanonicalBase64, shanghaiTime } from './format.ts'

const ANSWER_MAX_BYTES = 1_000_000
const DONE = '10000'
/** A debit was taken and its result is not known yet: it has to be asked. */
const IN_PROCESS = '10003'
/** The request arrived and was refused by the business rules. */
const REFUSED = '40004'
/** More calls than the app allows: it carried out nothing. */
const THROTTLED = '40005'
/** A sub code of several functions, which does not say what became of the request. */
const NOT_CERTAIN = /(^|\.)SYSTEM_ERROR$/

type Biz = Readonly<Record<string, unknown>>
type Common = Readonly<Record<string, string>>

/** The business answer of a call: its fields, or the sub code of a refusal. */
export type AlipayAnswer<Shape extends z.ZodType> =
  | { readonly isDone: true; readonly fields: z.output<Shape> }
  | { readonly isDone: false; readonly subCode: string }

const outcome = z.object({ code: z.optional(z.string()), sub_code: z.optional(z.string()) })

export type AlipayClient = ReturnType<typeof createAlipayClient>

/**
 * Calls of the payment app's gateway. The package signs requests and verifies answers; the request
 * itself is ours, so that it has a time limit, a size limit and the time zone of the app.
 */
export function createAlipayClient(
  settings: AlipaySettings & {
    readonly timeoutMs: number
    readonly now: () => Date
    readonly bulkhead: Bulkhead
  },
) {
  const { appId, privateKey, publicKey, gateway, pages, now } = settings
  const run = createCalls(settings.bulkhead, now)
  // Loaded at the first use: a start need not wait for the package.
  const sdk = loadOnce(async () => {
    const options = { appId, privateKey, alipayPublicKey: publicKey, gateway }
    const { AlipaySdk: Sdk } = await import('alipay-sdk')
    return new Sdk({ ...options, keyType: 'PKCS8', signType: 'RSA2' })
  })

  /** The signed parameters. The package would take the time zone of the machine. */
  const signed = async (method: string, biz: Biz | undefined, common: Common) => {
    const parameters = { ...common, timestamp: shanghaiTime(now()) }
    const content = biz && { bizContent: biz }
    return new URLSearchParams((await sdk()).sdkExecute(method, { ...parameters, ...content }))
  }

  return {
    /** Whether the app signed a notice. */
    isFromApp: async (fields: Common): Promise<boolean> => (await sdk()).checkNotifySignV2(fields),

    /** The address of a page of the app, for the browser. */
    pageUrl: async (method: string, biz: Biz, common: Common = {}): Promise<string> =>
      `${pages}?${(await signed(method, biz, common)).toString()}`,

    async call<Shape extends z.ZodType>(
      method: string,
      shape: Shape,
      { biz, common = {} }: { readonly biz?: Biz; readonly common?: Common },
    ): Promise<AlipayAnswer<Shape>> {
      const parameters = await signed(method, biz, common)
      const content = parameters.get('biz_content')
      parameters.delete('biz_content')
      const body = new URLSearchParams(content === null ? {} : { biz_content: content })
      return run(method, async () => {
        const text = await post(settings, { method, query: parameters.toString(), body })
        return readAnswer(await sdk(), { method, text }, shape)
      })
    },
  }
}

async function post(
  { gateway, timeoutMs }: { readonly gateway: string; readonly timeoutMs: number },
  { method, query, body }: { method: string; query: string; body: URLSearchParams },
): Promise<string> {
  let status: number
  let text: string
  try {
    const response = await fetch(`${gateway}?${query}`, {
      method: 'POST',
      body,
      // The app never redirects a call.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    text = await response.text()
  } catch (cause) {
    throw new ProviderOutage(method, 'no answer', cause)
  }
  if (status !== 200) throw new ProviderOutage(method, `status ${status}`)
  if (text.length > ANSWER_MAX_BYTES) throw new ProviderFault(method, 'answer too long')
  return text
}

/** Nothing of an answer is used before its signature is verified, also of a refusal. */
function readAnswer<Shape extends z.ZodType>(
  sdk: AlipaySdk,
  { method, text }: { readonly method: string; readonly text: string },
  shape: Shape,
): AlipayAnswer<Shape> {
  const key = `${method.replaceAll('.', '_')}_response`
  const fields = verifiedFields(sdk, { method, text, key })
  const { code = DONE, sub_code: subCode = '' } = outcome.parse(fields)
  if (code === REFUSED && !NOT_CERTAIN.test(subCode)) return { isDone: false, subCode }
  if (code === THROTTLED) throw new ProviderThrottled(method, subCode, THROTTLED_MS)
  // Overloaded, not permitted or malformed: what became of the order is unknown.
  if (code !== DONE && code !== IN_PROCESS)
    throw new ProviderFault(method, `code ${code} ${subCode}`)
  const read = shape.safeParse(fields)
  if (!read.success) throw new ProviderFault(method, 'answer not understood', read.error)
  return { isDone: true, fields: read.data }
}

function verifiedFields(
  sdk: AlipaySdk,
  { method, text, key }: { readonly method: string; readonly text: string; readonly key: string },
): unknown {
  try {
    const answer = z.looseObject({ sign: z.string() }).parse(JSON.parse(text))
    // Only these two: a field outside the signed text is not from the app.
    const [name = '', ...others] = Object.keys(answer).filter((one) => one !== 'sign')
    const isWhole = others.length === 0 && (name === key || name === 'error_response')
    if (!isWhole || !isCanonicalBase64(answer.sign)) throw new Error('answer malformed')
    sdk.checkResponseSign(text, name, answer.sign, '')
    return answer[name]
  } catch (cause) {
    // The package's error holds the answer, so it is not passed on.
    const reason = cause instanceof SyntaxError ? 'answer not understood' : 'answer not signed'
    throw new ProviderOutage(method, reason)
  }
}
