import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { providerCallbacks } from '@qingzhou/provider-api/calls'
import {
  SIGNATURE_HEADERS,
  SIGNATURE_WINDOW_MS,
  isSignedBy,
} from '@qingzhou/provider-api/signature'
import { bindingCallback } from '#features/cards/index.ts'
import { bureauCallback } from '#features/credit/index.ts'
import { walletFaceCallback } from '#features/identity/index.ts'
import { transferCallback as payoutNotice } from '#features/loans/index.ts'
import { mallCallback } from '#features/mall/index.ts'
import {
  handleAppPaymentCallback,
  handleDebitCallback,
  handleRefundCallback,
} from '#features/repayment/index.ts'
import type { Services } from '#platform/services.ts'
import { orderNosOf } from '#platform/wire-order-store.ts'
import { parseObject } from './bodies/json.ts'
import { RequestRejected, failures } from './failure.ts'
import { assertClock } from './guards.ts'
import type { HttpContext } from './http-context.ts'
import { requireRate } from './limits/require-rate.ts'

export type CallbackKind = keyof typeof providerCallbacks

/**
 * The handler of each provider callback. Callbacks may arrive late, repeatedly and in any order.
 */
export type CallbackHandlers = {
  readonly [K in CallbackKind]: (
    notice: z.output<(typeof providerCallbacks)[K]['body']>,
  ) => Promise<void>
}

/** A callback names the order by the provider's number: the handlers take ours. */
export function callbackHandlersOf(services: Services): CallbackHandlers {
  const ours = async (notice: { readonly orderNo: string }) => {
    const orderNoOf = await orderNosOf(services.database, [notice.orderNo])
    return { orderNo: orderNoOf(notice.orderNo) }
  }
  return {
    binding: async (notice) => bindingCallback(services, await ours(notice)),
    // An order number belongs to one kind of order: the other handlers find nothing under it.
    transfer: async (theirs) => {
      const notice = await ours(theirs)
      await payoutNotice(services, notice)
      await handleDebitCallback(services, notice)
      await handleRefundCallback(services, notice)
    },
    appPayment: async (notice) => handleAppPaymentCallback(services, await ours(notice)),
    bureau: (notice) => bureauCallback(services, notice),
    mallOrder: (notice) => mallCallback(services, notice),
    walletFace: async (notice) => walletFaceCallback(services, await ours(notice)),
  }
}

const BODY_MAX_BYTES = 16 * 1024
/** A provider may report the orders of a night at once. It repeats callbacks answered with 429. */
const SIGNED_PER_MINUTE = 6_000
const FORGED_PER_MINUTE = 60

/** Mounts the provider callbacks. Only requests with a valid signature are accepted. */
export function mountCallbacks(
  app: FastifyInstance,
  edge: HttpContext,
  { secret, handlers }: { readonly secret: string; readonly handlers: CallbackHandlers },
): void {
  // The table of callbacks is closed, so its keys are exactly the kinds.
  for (const kind of Object.keys(providerCallbacks) as CallbackKind[]) {
    const { path } = providerCallbacks[kind]
    app.route({
      method: 'POST',
      url: path,
      bodyLimit: BODY_MAX_BYTES,
      config: { name: `callback.${kind}` },
      // Checked before the signature, because our clock decides its age.
      onRequest: async () => assertClock(edge),
      handler: async (request) => {
        const body = typeof request.body === 'string' ? request.body : ''
        if (!isFromProvider(request, { path, body, secret, now: edge.services.now() })) {
          await requireRate(edge, { name: 'forged', ip: request.ip, perMinute: FORGED_PER_MINUTE })
          edge.services.log.warn('callback.forged', { kind })
          throw new RequestRejected(failures.forged)
        }
        await requireRate(edge, { name: 'callback', ip: request.ip, perMinute: SIGNED_PER_MINUTE })
        await hear(handlers, kind, body)
        // A provider repeats a callback until it is answered with success, so success is sent only
        // after handling it.
        return {}
      },
    })
  }
}

/**
 * Checks signature and age. Nonces need not be stored: handling is idempotent, so a callback
 * replayed within the window changes nothing.
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

async function hear(handlers: CallbackHandlers, kind: CallbackKind, body: string): Promise<void> {
  const notice = providerCallbacks[kind].body.safeParse(parseObject(body))
  if (!notice.success) throw new RequestRejected(failures.unreadable)
  // Parsed by the schema of this kind, so it has the type that the handler of this kind takes.
  await (handlers[kind] as (notice: unknown) => Promise<void>)(notice.data)
}
