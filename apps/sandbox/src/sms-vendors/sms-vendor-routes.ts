import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SmsAccounts } from '@qingzhou/provider-api/sandbox-accounts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Faults } from '#faults.ts'
import { answerAliyun } from './aliyun-sms.ts'
import type { SmsBook } from './sms-book.ts'
import { answerTencent, tencentError } from './tencent-sms.ts'
import { flawOfAcs3, flawOfTc3, headerOf, type SignedRequest } from './vendor-signatures.ts'

type Parts = {
  readonly book: SmsBook
  readonly faults: Faults
  readonly accounts: SmsAccounts
}

type Reply = { readonly status: number; readonly content: unknown }

/**
 * The SMS services of Aliyun and Tencent. Both are reached at the root of their host and name the
 * function in a header, so one route answers both.
 */
export async function smsVendorRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { faults } = parts
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  // The signature covers the body as sent, so it is not parsed here.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: unknown) => body)

  app.post('/', async (request, reply) => {
    const asked = signedRequestOf(request)
    const { down, delayMs, cutAfter } = faults.of('sms')
    if (down) return hangUp(request, reply)
    const isFailing = faults.takeFailure('sms')
    const { status, content } = isFailing ? failing : answer(parts, asked)
    if (cutAfter && isSending(asked)) return hangUp(request, reply)
    // The message is sent and only the response is late, which is the harder case for the caller.
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
  return { method, url, headers, body: typeof request.body === 'string' ? request.body : '' }
}

function isSending(asked: SignedRequest): boolean {
  return [headerOf(asked, 'x-acs-action'), headerOf(asked, 'x-tc-action')].includes('SendSms')
}

function answer(parts: Parts, asked: SignedRequest): Reply {
  return headerOf(asked, 'x-tc-action') === '' ? byAliyun(parts, asked) : byTencent(parts, asked)
}

function byAliyun({ book, faults, accounts }: Parts, asked: SignedRequest): Reply {
  const { accessKeyId: id, accessKeySecret: secret } = accounts.aliyun
  const flaw = flawOfAcs3(asked, { id, secret })
  if (flaw !== undefined) return refusedByAliyun(flaw)
  const query = Object.fromEntries(new URL(asked.url, 'http://sandbox').searchParams)
  try {
    return answerAliyun(book, {
      action: headerOf(asked, 'x-acs-action'),
      query,
      how: howOf(faults),
    })
  } catch {
    return refusedByAliyun('MissingParameter')
  }
}

function refusedByAliyun(Code: string): Reply {
  return { status: 400, content: { Code, Message: Code, RequestId: randomUUID() } }
}

function byTencent({ book, faults, accounts }: Parts, asked: SignedRequest): Reply {
  const { secretId: id, secretKey: secret, appId } = accounts.tencent
  const flaw = flawOfTc3(asked, { id, secret })
  if (flaw !== undefined) return { status: 200, content: tencentError(flaw) }
  try {
    const body: unknown = JSON.parse(asked.body)
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
