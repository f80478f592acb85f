import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { SmsAccounts } from '@qingzhou/provider-api/sandbox-accounts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerAliyunIdentity, identityProviderOf } from '#aliyun-identity/identity-answers.ts'
import type { Faults } from '#faults.ts'
import { answerAliyun } from '#sms-vendors/aliyun-sms.ts'
import type { SmsBook } from '#sms-vendors/sms-book.ts'
import { answerTencent, tencentError } from '#sms-vendors/tencent-sms.ts'
import type { FaceChecks } from '#wallet-face/face-checks.ts'
import { flawOfAcs3, flawOfTc3, headerOf, type SignedRequest } from './vendor-signatures.ts'

/** The limit of Aliyun's identity services. */
export type IdentityOptions = {
  /** How many calls of one function are answered in a minute. */
  readonly perMinute?: number
}

type Parts = {
  readonly book: SmsBook
  readonly faults: Faults
  readonly accounts: SmsAccounts
  readonly now: () => number
  readonly faceChecks: FaceChecks
  readonly identity?: IdentityOptions | undefined
}

type Reply = { readonly status: number; readonly content: unknown }

/** More than any service accepts, so that its own refusal is seen. */
const BODY_LIMIT_BYTES = 12 * 1024 * 1024

/**
 * The services of Aliyun (SMS, identity, cards) and Tencent (SMS). All are reached at the root of
 * their host and name the function in a header, so one route answers all.
 */
export async function cloudVendorRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { faults } = parts
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  // The signature covers the body as sent, so it is not parsed here.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async (_: unknown, body: unknown) => body,
  )
  const isThrottled = createThrottle(parts)

  app.post('/', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const asked = signedRequestOf(request)
    const provider = identityProviderOf(headerOf(asked, 'x-acs-action')) ?? 'sms'
    const { down, delayMs, cutAfter } = faults.of(provider)
    if (down) return hangUp(request, reply)
    const isFailing = faults.takeFailure(provider)
    const { status, content } = isFailing
      ? failing
      : await answer({ ...parts, isThrottled }, asked, provider)
    if (cutAfter && isOrder(asked)) return hangUp(request, reply)
    // The order is carried out and only the response is late, which is the harder case for the caller.
    if (delayMs > 0) {
      const hasPassed = await sleep(delayMs, true, { signal: stopping.signal }).catch(() => false)
      if (!hasPassed) return hangUp(request, reply)
    }
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(content))
  })
}

const failing: Reply = {
  status: 500,
  content: { Code: 'ServiceUnavailable', Message: 'failing', RequestId: 'none' },
}

function signedRequestOf(request: FastifyRequest): SignedRequest {
  const { method, url, headers } = request
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  return { method, url, headers, body }
}

/** The functions that change something. */
const orders = ['SendSms', 'InitFaceVerify']

function isOrder(asked: SignedRequest): boolean {
  return ['x-acs-action', 'x-tc-action'].some((name) => orders.includes(headerOf(asked, name)))
}

type Answering = Parts & { readonly isThrottled: (action: string) => boolean }

async function answer(
  parts: Answering,
  asked: SignedRequest,
  provider: ProviderName,
): Promise<Reply> {
  return headerOf(asked, 'x-tc-action') === ''
    ? byAliyun(parts, asked, provider)
    : byTencent(parts, asked)
}

async function byAliyun(
  { book, faults, accounts, faceChecks, isThrottled }: Answering,
  asked: SignedRequest,
  provider: ProviderName,
): Promise<Reply> {
  const { accessKeyId: id, accessKeySecret: secret } = accounts.aliyun
  const flaw = flawOfAcs3(asked, { id, secret })
  if (flaw !== undefined) return aliyunRefusal(flaw)
  const action = headerOf(asked, 'x-acs-action')
  const query = Object.fromEntries(new URL(asked.url, 'http://sandbox').searchParams)
  try {
    if (provider === 'sms') return answerAliyun(book, { action, query, how: howOf(faults) })
    if (isThrottled(action)) return aliyunRefusal('Throttling.User')
    return await answerAliyunIdentity({ faults, faceChecks }, { action, query, body: asked.body })
  } catch {
    return aliyunRefusal('MissingParameter')
  }
}

function aliyunRefusal(Code: string): Reply {
  return { status: 400, content: { Code, Message: Code, RequestId: randomUUID() } }
}

const MINUTE_MS = 60_000

/** Counts the calls of each function; more than allowed in a minute are refused. */
function createThrottle({ now, identity }: Parts): (action: string) => boolean {
  const perMinute = identity?.perMinute ?? Number.POSITIVE_INFINITY
  let calls: { readonly action: string; readonly at: number }[] = []
  return (action) => {
    if (perMinute === Number.POSITIVE_INFINITY) return false
    calls = calls.filter(({ at }) => at > now() - MINUTE_MS)
    if (calls.filter((call) => call.action === action).length >= perMinute) return true
    calls.push({ action, at: now() })
    return false
  }
}

function byTencent({ book, faults, accounts }: Parts, asked: SignedRequest): Reply {
  const { secretId: id, secretKey: secret, appId } = accounts.tencent
  const flaw = flawOfTc3(asked, { id, secret })
  if (flaw !== undefined) return { status: 200, content: tencentError(flaw) }
  try {
    const body: unknown = JSON.parse(asked.body.toString())
    const action = headerOf(asked, 'x-tc-action')
    return {
      status: 200,
      content: answerTencent(book, { action, body, how: howOf(faults), appId }),
    }
  } catch {
    return { status: 200, content: tencentError('InvalidParameter') }
  }
}

function howOf(faults: Faults) {
  const { duplicate, decline } = faults.of('sms')
  return { copies: duplicate ? 2 : 1, declines: decline }
}

/** Closes the connection without a response, as when a service is down. */
function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}
