import { setTimeout as sleep } from 'node:timers/promises'
import { providerCalls, type ProviderCall, type ProviderName } from '@qingzhou/provider-api/calls'
import {
  SIGNATURE_HEADERS,
  signedHeaders,
  SIGNATURE_WINDOW_MS,
  isSignedBy,
  type SignedContent,
} from '@qingzhou/provider-api/signature'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Faults } from '#faults.ts'
import type { ProviderAnswers } from './provider-answers.ts'
import { ProviderRefusal } from './provider-refusal.ts'

type Parts = {
  readonly answers: ProviderAnswers
  readonly faults: Faults
  readonly isGenuine: SignatureCheck
  readonly secret: string
  readonly now: () => number
}

/** Some calls contain pictures: a card and eight frames. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024

/** The calls that change something, for the fault that cuts the connection after them. */
const orders = new Set<string>([
  providerCalls.bank.confirmBinding.path,
  providerCalls.bank.transfer.path,
  providerCalls.bank.confirmDebitAgreement.path,
  providerCalls.bank.endDebitAgreement.path,
  providerCalls.wallet.refund.path,
  providerCalls.messenger.refund.path,
  providerCalls.bureau.order.path,
  providerCalls.mall.order.path,
  providerCalls.mall.giveBack.path,
])

const numbered = z.object({ orderNo: z.string() })

type Answer = (input: unknown, how: { readonly copies: number }) => unknown
type Route = {
  readonly provider: ProviderName
  readonly call: ProviderCall
  readonly answer: Answer
}

/** One route per provider call, with signed requests and signed responses. */
export async function providerRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  // The signature covers the body as sent, so it is not parsed here.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_: unknown, body: unknown) => body,
  )
  app.setErrorHandler((error, request, reply) => {
    const { status, word } = refusalFor(error)
    return send(parts, request, reply.code(status), { error: word })
  })

  for (const route of routesOf(parts.answers)) {
    app.post(route.call.path, async (request, reply) => {
      const input = readRequest(parts, route, request)
      const { down, delayMs, duplicate, cutAfter, throttle } = parts.faults.ofRequest(
        route.provider,
        numbered.safeParse(input).data?.orderNo ?? '',
      )
      if (down) return hangUp(request, reply)
      if (throttle) throw new ProviderRefusal(429, 'too-many-requests')
      if (parts.faults.takeFailure(route.provider)) throw new ProviderRefusal(500, 'failing')

      const output = await route.answer(input, { copies: duplicate ? 2 : 1 })
      if (cutAfter && orders.has(route.call.path)) return hangUp(request, reply)
      // The call is carried out and only the response is late, which is the harder case for the caller.
      if (!(await hasPassed(delayMs, stopping.signal))) return hangUp(request, reply)
      return send(parts, request, reply, route.call.response.parse(output))
    })
  }
}

function routesOf(answers: ProviderAnswers): Route[] {
  return Object.entries(providerCalls).flatMap(([provider, calls]) =>
    Object.entries(calls).map(([name, call]) => {
      // ProviderAnswers makes sure that both tables have the same keys; Object.entries loses their names.
      const byName = answers as Record<string, Record<string, Answer>>
      const answer = byName[provider]?.[name]
      if (!answer) throw new Error(`${call.path}: no handler`)
      return { provider: provider as ProviderName, call, answer }
    }),
  )
}

function readRequest({ isGenuine }: Parts, { call }: Route, request: FastifyRequest): unknown {
  const body = typeof request.body === 'string' ? request.body : ''
  const timestamp = header(request, 'timestamp')
  const nonce = header(request, 'nonce')
  const signed = { direction: 'request', path: call.path, timestamp, nonce, body } as const
  const flaw = isGenuine(signed, header(request, 'signature'))
  if (flaw) throw new ProviderRefusal(401, flaw)
  return call.request.parse(JSON.parse(body))
}

function header(request: FastifyRequest, name: keyof typeof SIGNATURE_HEADERS): string {
  const value = request.headers[SIGNATURE_HEADERS[name]]
  return typeof value === 'string' ? value : ''
}

function send(
  { secret, now }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  content: unknown,
): FastifyReply {
  const body = JSON.stringify(content)
  const timestamp = String(now())
  // The nonce of the request, so the response is valid for no other one.
  const nonce = header(request, 'nonce')
  const path = request.routeOptions.url ?? ''
  return reply
    .headers(signedHeaders(secret, { direction: 'answer', path, timestamp, nonce, body }))
    .type('application/json; charset=utf-8')
    .send(body)
}

function refusalFor(error: unknown): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error
  const isTheirs =
    error instanceof z.ZodError || error instanceof SyntaxError || isClientError(error)
  return isTheirs ? new ProviderRefusal(400, 'malformed') : new ProviderRefusal(500, 'failing')
}

/** What the framework itself refuses: a body too large, another content type. */
function isClientError(error: unknown): boolean {
  return z.object({ statusCode: z.number().max(499) }).safeParse(error).success
}

/** Returns false when the sandbox stops meanwhile. */
async function hasPassed(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (delayMs === 0) return true
  return sleep(delayMs, true, { signal }).catch(() => false)
}

/** Closes the connection without a response, as when a provider is down. */
function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}

const NONCE = /^[\w-]{16,64}$/

type SignatureFlaw = 'bad-signature' | 'old' | 'replayed'

/** Returns the flaw of a signed message; undefined when it is genuine, fresh and new. */
export type SignatureCheck = (signed: SignedContent, signature: string) => SignatureFlaw | undefined

export function createSignatureCheck(secret: string, now: () => number): SignatureCheck {
  const seenUntil = new Map<string, number>()

  return (signed, signature) => {
    if (!isSignedBy(secret, signed, signature) || !NONCE.test(signed.nonce)) return 'bad-signature'
    const age = Math.abs(now() - Number(signed.timestamp))
    // Written this way round so that NaN counts as old.
    if (!(age <= SIGNATURE_WINDOW_MS)) return 'old'

    forgetPassed(seenUntil, now())
    if (seenUntil.has(signed.nonce)) return 'replayed'
    // A message from a fast clock is valid for up to two windows.
    seenUntil.set(signed.nonce, now() + 2 * SIGNATURE_WINDOW_MS)
    return undefined
  }
}

/** Nonces are in the order of arrival, so the first one still valid ends the search. */
function forgetPassed(seenUntil: Map<string, number>, instant: number): void {
  for (const [nonce, until] of seenUntil) {
    if (until > instant) return
    seenUntil.delete(nonce)
  }
}
