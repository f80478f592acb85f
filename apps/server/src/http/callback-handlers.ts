import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { providerNotices } from '@qingzhou/provider-api/calls'
import {
  SIGNATURE_HEADERS,
  SIGNATURE_WINDOW_MS,
  isSignedBy,
} from '@qingzhou/provider-api/signature'
import { bindingNotice } from '#features/cards/index.ts'
import { bureauNotice } from '#features/credit/index.ts'
import { walletFaceNotice } from '#features/identity/index.ts'
import { transferNotice as payoutNotice } from '#features/loans/index.ts'
import { mallNotice } from '#features/mall/index.ts'
import { appPaymentNotice, debitNotice, refundNotice } from '#features/repayment/index.ts'
import type { Services } from '#platform/services.ts'
import { parseObject } from './bodies/json.ts'
import { TurnedAway, failures } from './failure.ts'
import { assertClock } from './guards.ts'
import type { Edge } from './http-context.ts'
import { requireRate } from './limits/require-rate.ts'

export type NoticeKind = keyof typeof providerNotices

/** Who hears what providers tell by themselves: late, twice, or in any order. */
export type NoticeHandlers = {
  readonly [K in NoticeKind]: (
    notice: z.output<(typeof providerNotices)[K]['body']>,
  ) => Promise<void>
}

export function noticeHandlersOf(services: Services): NoticeHandlers {
  return {
    binding: (notice) => bindingNotice(services, notice),
    // A number belongs to one kind of order: the others find nothing under it.
    transfer: async (notice) => {
      await payoutNotice(services, notice)
      await debitNotice(services, notice)
      await refundNotice(services, notice)
    },
    appPayment: (notice) => appPaymentNotice(services, notice),
    bureau: (notice) => bureauNotice(services, notice),
    mallOrder: (notice) => mallNotice(services, notice),
    walletFace: (notice) => walletFaceNotice(services, notice),
  }
}

const BODY_MAX_BYTES = 16 * 1024
/** A provider may report a night's orders at once. It repeats what is answered with 429. */
const SIGNED_PER_MINUTE = 6_000
const FORGED_PER_MINUTE = 60

/** What providers tell by themselves, taken from whoever can sign it and from nobody else. */
export function mountCallbacks(
  app: FastifyInstance,
  edge: Edge,
  { secret, handlers }: { readonly secret: string; readonly handlers: NoticeHandlers },
): void {
  // The table of notices is closed, so its keys are the kinds.
  for (const kind of Object.keys(providerNotices) as NoticeKind[]) {
    const { path } = providerNotices[kind]
    app.route({
      method: 'POST',
      url: path,
      bodyLimit: BODY_MAX_BYTES,
      config: { name: `callback.${kind}` },
      // Before the signature is judged, whose age is measured by the clock.
      onRequest: async () => assertClock(edge),
      handler: async (request) => {
        const body = typeof request.body === 'string' ? request.body : ''
        if (!isFromProvider(request, { path, body, secret, now: edge.services.now() })) {
          await requireRate(edge, { name: 'forged', ip: request.ip, perMinute: FORGED_PER_MINUTE })
          edge.services.log.warn('callback.forged', { kind })
          throw new TurnedAway(failures.forged)
        }
        await requireRate(edge, { name: 'callback', ip: request.ip, perMinute: SIGNED_PER_MINUTE })
        await hear(handlers, kind, body)
        // A notice is told again until it is answered with success, so success means: it is done.
        return {}
      },
    })
  }
}

/**
 * Whoever repeats a notice within the window changes nothing, as everybody who hears one only brings
 * up to date what it is about; so the numbers used once need not be kept.
 */
function isFromProvider(
  { headers }: FastifyRequest,
  signed: { path: string; body: string; secret: string; now: Date },
): boolean {
  const [timestamp, nonce, signature] = [
    headers[SIGNATURE_HEADERS.timestamp],
    headers[SIGNATURE_HEADERS.nonce],
    headers[SIGNATURE_HEADERS.signature],
  ].map(String)
  if (timestamp === undefined || nonce === undefined || signature === undefined) return false
  const { path, body, secret, now } = signed
  const message = { direction: 'callback', path, timestamp, nonce, body } as const
  if (!isSignedBy(secret, message, signature)) return false
  return Math.abs(now.getTime() - Number(timestamp)) <= SIGNATURE_WINDOW_MS
}

async function hear(handlers: NoticeHandlers, kind: NoticeKind, body: string): Promise<void> {
  const notice = providerNotices[kind].body.safeParse(parseObject(body))
  if (!notice.success) throw new TurnedAway(failures.unreadable)
  // Parsed by the schema of this very kind, so it is what the handler of this kind takes.
  await (handlers[kind] as (notice: unknown) => Promise<void>)(notice.data)
}
