import type { ProviderCall } from '@qingzhou/provider-api/calls'
import {
  isSignedBy,
  SIGNATURE_HEADERS,
  SIGNATURE_WINDOW_MS,
  signedHeaders,
  type SignedContent,
} from '@qingzhou/provider-api/signature'
import type * as z from 'zod'
import { ProviderFault, ProviderOutage, ProviderRefused } from '@qingzhou/platform/provider-fault'
import { newId } from '@qingzhou/platform/ids'

const ANSWER_MAX_BYTES = 1_000_000

/** Calls a provider. Every failure is a ProviderFault, thrown within the timeout. */
export type Ask = <Call extends ProviderCall>(
  call: Call,
  question: z.input<Call['request']>,
) => Promise<z.output<Call['response']>>

type Settings = {
  readonly url: string
  readonly secret: string
  readonly now: () => Date
  readonly timeoutMs: number
}

/**
 * Signs requests and verifies the signature of answers, so that a third party cannot answer for the
 * provider.
 */
export function createAsk(settings: Settings): Ask {
  const { timeoutMs } = settings
  return async (call, question) => {
    const nonce = newId()
    const body = JSON.stringify(question)
    const response = await send(call.path, {
      url: settings.url,
      body,
      timeoutMs,
      headers: signedHeaders(settings.secret, {
        direction: 'request',
        path: call.path,
        timestamp: String(settings.now().getTime()),
        nonce,
        body,
      }),
    })
    if (response.status !== 200) throw faultOf(call.path, response.status)
    checkSignature(settings, call.path, { ...response, nonce })
    return readAnswer(call, response.text)
  }
}

/** A provider that refuses a request is working. One that fails or is overloaded is not. */
function faultOf(path: string, status: number): ProviderFault {
  const isOutage = status < 400 || status >= 500 || status === TOO_MANY_REQUESTS
  if (isOutage) return new ProviderOutage(path, `status ${status}`)
  return new (OWN_FAULT.has(status) ? ProviderFault : ProviderRefused)(path, `status ${status}`)
}

const TOO_MANY_REQUESTS = 429
/** Our signature or our pace is refused, not what the customer sent. */
const OWN_FAULT: ReadonlySet<number> = new Set([401, 403, 408])

type Response = { readonly status: number; readonly headers: Headers; readonly text: string }

async function send(
  path: string,
  request: { url: string; body: string; headers: Record<string, string>; timeoutMs: number },
): Promise<Response> {
  try {
    const response = await fetch(new URL(`${request.url}${path}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...request.headers },
      body: request.body,
      // A provider never redirects.
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    throw new ProviderOutage(path, 'no answer', cause)
  }
}

function checkSignature(
  { secret, now }: Settings,
  path: string,
  answer: { headers: Headers; text: string; nonce: string },
): void {
  const timestamp = answer.headers.get(SIGNATURE_HEADERS.timestamp) ?? ''
  const signature = answer.headers.get(SIGNATURE_HEADERS.signature) ?? ''
  // Uses our own nonce, not the answer's, so that an answer to another request is rejected.
  const signed: SignedContent = {
    direction: 'answer',
    path,
    timestamp,
    nonce: answer.nonce,
    body: answer.text,
  }
  if (!isSignedBy(secret, signed, signature)) throw new ProviderOutage(path, 'answer not signed')

  const isFresh = Math.abs(now().getTime() - Number(timestamp)) <= SIGNATURE_WINDOW_MS
  if (!isFresh) throw new ProviderOutage(path, 'answer too old')
}

function readAnswer<Call extends ProviderCall>(
  call: Call,
  text: string,
): z.output<Call['response']> {
  if (text.length > ANSWER_MAX_BYTES) throw new ProviderFault(call.path, 'answer too long')
  try {
    // Parsed by the call's own schema, so it has the call's response type.
    return call.response.parse(JSON.parse(text)) as z.output<Call['response']>
  } catch (cause) {
    throw new ProviderFault(call.path, 'answer not understood', cause)
  }
}
