import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bindingCallback, walletAgreementCallback } from '#features/cards/index.ts'
import { bureauCallback } from '#features/credit/index.ts'
import { walletFaceCallback } from '#features/identity/index.ts'
import { payoutAmount, transferCallback as payoutNotice } from '#features/loans/index.ts'
import { mallCallback } from '#features/mall/index.ts'
import {
  handleAppPaymentCallback,
  handleDebitCallback,
  handleRefundCallback,
  isOwnPayment,
  transferAmount,
} from '#features/repayment/index.ts'
import type {
  CallbackMessage,
  Notice,
  NoticeKind,
  ProviderCallback,
} from '@qingzhou/providers/callback'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { Providers } from '@qingzhou/providers/providers'
import type { Services } from '#services.ts'
import { readOrderNos } from '@qingzhou/providers/records/wire-order-store'
import { RequestRejected, failures } from '../failure.ts'
import { assertClock } from '../guards.ts'
import type { HttpContext } from '../http-context.ts'
import { requireRate, requireUnspent } from '../limits/require-rate.ts'

/**
 * The handler of each kind of notice. Notices may arrive late, repeatedly and in any order. Refused:
 * it names an order or an amount that is not ours.
 */
export type CallbackHandlers = {
  readonly [K in NoticeKind]: (notice: Notice) => Promise<'refused' | void>
}

/** A callback names the order by the provider's number: the handlers take ours. */
export function callbackHandlersOf(services: Services): CallbackHandlers {
  const ours = async ({ wireNo }: Notice) => {
    const orderNoOf = await readOrderNos(services.database, [wireNo])
    return { orderNo: orderNoOf(wireNo) }
  }
  return {
    binding: async (notice) => bindingCallback(services, await ours(notice)),
    // An order number belongs to one kind of order: the other handlers find nothing under it.
    transfer: async (theirs) => {
      const notice = await ours(theirs)
      const { amount } = theirs
      const isOwn =
        amount === undefined ||
        amount === (await payoutAmount(services, notice)) ||
        amount === (await transferAmount(services, notice))
      if (!isOwn) return 'refused'
      await payoutNotice(services, notice)
      await handleDebitCallback(services, notice)
      return handleRefundCallback(services, notice)
    },
    async appPayment(notice) {
      const { amount } = notice
      const named = await ours(notice)
      const isOwn = amount === undefined || (await isOwnPayment(services, { ...named, amount }))
      if (!isOwn) return 'refused'
      return handleAppPaymentCallback(services, named)
    },
    bureau: ({ wireNo }) => bureauCallback(services, { requestNo: wireNo }),
    mallOrder: ({ wireNo }) => mallCallback(services, { orderNo: wireNo }),
    walletAgreement: async (notice) => walletAgreementCallback(services, await ours(notice)),
    walletFace: async (notice) => walletFaceCallback(services, await ours(notice)),
  }
}

const BODY_MAX_BYTES = 16 * 1024
/** A provider may report the orders of a night at once. It repeats callbacks answered with 429. */
const CALLBACKS_PER_MINUTE = 6_000
const FORGED_PER_MINUTE = 60

/** Mounts the provider callbacks. Only messages that their provider signed for us are accepted. */
export function mountCallbacks(
  app: FastifyInstance,
  http: HttpContext,
  { providers, handlers }: MountedCallbacks,
): void {
  for (const callback of providers.callbacks) {
    app.route({
      method: 'POST',
      url: callback.path,
      bodyLimit: BODY_MAX_BYTES,
      config: { name: `callback.${callback.name}` },
      // Checked before the signature, because our clock decides its age.
      onRequest: async () => assertClock(http),
      handler: async (request, reply) => {
        await hear(http, { callback, handlers }, request)
        // A provider repeats a callback until it is answered with success, so success is sent only
        // after handling it.
        const { contentType, body } = callback.answer
        return reply.type(contentType).send(body)
      },
    })
  }
  for (const { path, target } of providers.returns) {
    app.get(path, { config: { name: 'provider.return' } }, async (request, reply) => {
      const query = new URL(request.url, 'http://localhost').searchParams
      return reply.header('cache-control', 'no-store').redirect(target(query), 303)
    })
  }
}

export type MountedCallbacks = {
  readonly providers: Pick<Providers, 'callbacks' | 'returns'>
  readonly handlers: CallbackHandlers
}

async function hear(
  http: HttpContext,
  { callback, handlers }: { callback: ProviderCallback; handlers: CallbackHandlers },
  { headers, body: input, ip }: FastifyRequest,
): Promise<void> {
  const { log, now } = http.services
  const isOfType = headers['content-type']?.startsWith(callback.contentType)
  if (!isOfType) throw new RequestRejected(failures.wrongType)
  // Counted before the signature is checked, which costs more than the count.
  await requireRate(http, { name: 'callback', ip, perMinute: CALLBACKS_PER_MINUTE })
  const forgeries = { name: 'forged', ip, perMinute: FORGED_PER_MINUTE }
  await requireUnspent(http, forgeries)
  const body = typeof input === 'string' ? input : ''
  const notice = await readOrBusy(callback, { headers, body, now: now() })
  if (notice === 'forged') {
    await requireRate(http, forgeries)
    log.warn('callback.forged', { kind: callback.name })
    throw new RequestRejected(failures.forged)
  }
  if (notice === 'unreadable') throw new RequestRejected(failures.unreadable)
  if ((await handlers[notice.kind](notice)) !== 'refused') return
  log.warn('callback.refused', { kind: callback.name })
  throw new RequestRejected(failures.forged)
}

/** While the provider's keys cannot be fetched, it has to repeat the notice. */
async function readOrBusy(callback: ProviderCallback, message: CallbackMessage) {
  try {
    return await callback.read(message)
  } catch (cause) {
    if (cause instanceof ProviderFault) throw new RequestRejected(failures.busy, cause)
    throw cause
  }
}
