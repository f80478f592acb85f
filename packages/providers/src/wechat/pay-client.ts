import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import * as z from 'zod'
import type { WechatSettings } from '@qingzhou/platform/config/adapters/adapters'
import type { Bulkhead } from '#bulkhead.ts'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import {
  createPlatformKeys,
  isRecent,
  isSigned,
  signedMessage,
  type PayRequest,
  type SignedAnswer,
  type SignedMessage,
} from './platform-keys.ts'

const ANSWER_MAX_BYTES = 1_000_000
const TOO_MANY_REQUESTS = 429

/** A verified answer: its fields, or the code of a refusal. */
export type WechatAnswer<Shape extends z.ZodType> =
  | { readonly isDone: true; readonly fields: z.output<Shape> }
  | { readonly isDone: false; readonly code: string }

export type PayClientSettings = WechatSettings & {
  readonly timeoutMs: number
  readonly now: () => Date
  readonly bulkhead: Bulkhead
}

export type PayClient = ReturnType<typeof createPayClient>

/**
 * Calls of the payment API, version 3. The package signs and verifies; the request itself is ours, so
 * that it has a time limit, a size limit and our clock, and so that refusals are verified as well.
 */
export function createPayClient(settings: PayClientSettings) {
  const { now, bulkhead } = settings
  const keys = createPlatformKeys({ ...settings, send: (request) => sendSigned(settings, request) })

  /** Whether the app signed a message, within the last five minutes. */
  const isGenuine = async (message: SignedMessage): Promise<boolean> =>
    isRecent(message, now()) && isSigned(message, await keys.keyOf(message.serial))

  async function call<Shape extends z.ZodType>(
    request: PayRequest,
    shape: Shape,
  ): Promise<WechatAnswer<Shape>> {
    const [path = ''] = request.path.split('?')
    return bulkhead.run(path, async () => {
      const { status, text, message } = await sendSigned(settings, request)
      // Without a signature a status says nothing about an order: it may be that of a proxy.
      if (!(await isGenuine(message))) throw unverifiedFault(path, status)
      if (status >= 400) return { isDone: false, code: codeIn(path, text) }
      const read = shape.safeParse(text === '' ? {} : jsonIn(path, text))
      if (!read.success) throw new ProviderFault(path, 'answer not understood', read.error)
      return { isDone: true, fields: read.data }
    })
  }

  return {
    call,
    isGenuine,

    /** A file that a verified answer named with its digest: its bytes are not signed. */
    download: (path: string): Promise<Uint8Array> =>
      bulkhead.run('/v3/billdownload/file', async () => {
        const response = await send(settings, { method: 'GET', path })
        if (response.status !== 200) throw new ProviderOutage('bill', `status ${response.status}`)
        return response.bytes
      }),
  }
}

/** A refusal of our signature is not signed. It is no outage: the key or the serial is wrong. */
function unverifiedFault(path: string, status: number): ProviderFault {
  return status === 401 || status === 403
    ? new ProviderFault(path, `status ${status}`)
    : new ProviderOutage(path, `answer not signed (status ${status})`)
}

function jsonIn(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProviderFault(path, 'answer not understood', cause)
  }
}

function codeIn(path: string, text: string): string {
  const read = z.object({ code: z.string().regex(/^[A-Z_]{1,64}$/) }).safeParse(jsonIn(path, text))
  if (!read.success) throw new ProviderFault(path, 'refusal not understood')
  return read.data.code
}

/** An answer that is not verified yet. An overloaded or failing service is an outage. */
async function sendSigned(settings: PayClientSettings, request: PayRequest): Promise<SignedAnswer> {
  const { status, headers, bytes } = await send(settings, request)
  const [path = ''] = request.path.split('?')
  if (status >= 500 || status === TOO_MANY_REQUESTS) {
    throw new ProviderOutage(path, `status ${status}`)
  }
  if (bytes.length > ANSWER_MAX_BYTES) throw new ProviderFault(path, 'answer too long')
  const text = Buffer.from(bytes).toString()
  return { status, text, message: signedMessage(Object.fromEntries(headers), text) }
}

async function send(settings: PayClientSettings, { method, path, content }: PayRequest) {
  const body = content === undefined ? '' : JSON.stringify(content)
  const { publicKey } = settings
  try {
    const response = await fetch(`${settings.gateway}${path}`, {
      method,
      ...(body !== '' && { body }),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'qingzhou',
        authorization: authorisationOf(settings, { method, path, body }),
        // Asks for answers signed with this key instead of a certificate.
        ...(publicKey && { 'wechatpay-serial': publicKey.id }),
      },
      // The app never redirects a call.
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    return { status: response.status, headers: response.headers, bytes: await response.bytes() }
  } catch (cause) {
    throw new ProviderOutage(path.split('?')[0] ?? '', 'no answer', cause)
  }
}

function authorisationOf(
  { merchantId, merchantSerial, privateKey, now }: PayClientSettings,
  request: { readonly method: string; readonly path: string; readonly body: string },
): string {
  const timestamp = Math.floor(now().getTime() / 1_000)
  const nonce = Formatter.nonce()
  const { method, path, body } = request
  const signature = Rsa.sign(Formatter.request(method, path, timestamp, nonce, body), privateKey)
  return Formatter.authorization(merchantId, nonce, signature, timestamp, merchantSerial)
}
