import type { Call } from '@qingzhou/contract/calls'
import { consoleCalls } from '@qingzhou/contract/console-calls'
import { staffCodes } from '@qingzhou/contract/codes'
import { codeMsgEnvelope } from '@qingzhou/contract/wire/envelope'
import type { Input, Output, Shape } from '@qingzhou/contract/wire/shape'
import * as z from 'zod/mini'

const TIMEOUT_MS = 30_000

/** A refused or failed call. The message of a refusal can be shown to staff. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly kind: 'refused' | 'session-ended' | 'failed'
  readonly code: string
  readonly requestId: string

  constructor(
    kind: CallError['kind'],
    { message, code, requestId }: { message: string; code: string; requestId: string },
  ) {
    super(message)
    this.kind = kind
    this.code = code
    this.requestId = requestId
  }
}

export function isSessionEnded(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'session-ended'
}

type Feature = keyof typeof consoleCalls
type ShapesOf<F extends Feature> = { readonly [C in keyof (typeof consoleCalls)[F]]?: Shape }
type Callers<S> = {
  readonly [C in keyof S]: S[C] extends infer One extends Shape
    ? (input: Input<One>, signal?: AbortSignal) => Promise<Output<One>>
    : never
}

/** The calls of a group. The shapes are a parameter, so that a page loads only its own. */
export function callsOf<F extends Feature, S extends ShapesOf<F>>(
  feature: F,
  shapes: S,
): Callers<S> {
  const table: Readonly<Record<string, Call>> = consoleCalls[feature]
  const callers = Object.entries<Shape | undefined>(shapes).flatMap(([name, shape]) => {
    const call = table[name]
    if (!call || !shape) return []
    return [[name, (input: unknown, signal?: AbortSignal) => send(call, { shape, input, signal })]]
  })
  // Built entry by entry from the shapes; TypeScript cannot infer a record from entries.
  return Object.fromEntries(callers) as Callers<S>
}

type Request = {
  readonly shape: Shape
  readonly input: unknown
  readonly signal: AbortSignal | undefined
}

async function send(call: Call, { shape, input, signal }: Request): Promise<unknown> {
  // Every request shape is an object on the wire.
  const fields = z.encode(shape.request, input) as object
  const isPost = call.method === 'POST'
  const token = call.access === 'public' ? undefined : staffToken()
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(call.path, {
    method: call.method,
    credentials: 'include',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      ...(isPost && { 'Content-Type': 'application/json' }),
    },
    ...(isPost && { body: JSON.stringify({ ...(token && { token }), ...fields }) }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  const answer = z.safeParse(codeMsgEnvelope, await response.json().catch(() => undefined)).data
  const requestId = answer?.requestId ?? response.headers.get('x-request-id') ?? ''
  if (answer?.code === staffCodes.sessionEnded) throw errorOf('session-ended', answer, requestId)
  if (!response.ok || !answer) throw errorOf('failed', answer, requestId)
  if (answer.code !== staffCodes.success) throw errorOf('refused', answer, requestId)
  const decoded = z.safeDecode(shape.response, answer.data ?? {})
  if (!decoded.success) throw errorOf('failed', undefined, requestId)
  return decoded.data
}

function errorOf(
  kind: CallError['kind'],
  answer: { readonly code: string; readonly msg: string } | undefined,
  requestId: string,
): CallError {
  return new CallError(kind, {
    message: answer?.msg ?? '',
    code: answer?.code ?? 'failed',
    requestId,
  })
}

/** Staff stay signed in from the staff area: both are of one origin and one session. */
function staffToken(): string | undefined {
  return /(?:^|; )staffToken=([^;]+)/.exec(document.cookie)?.[1]
}

const DAY_SECONDS = 86_400

/** As the staff area stores it. */
export function storeStaffToken(token: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `staffToken=${token}; Path=/; Max-Age=${DAY_SECONDS}; SameSite=Lax${secure}`
}
