import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { pages } from '@qingzhou/contract/pages'
import { appOf, type SignedInCaller } from '#platform/caller.ts'
import type { Transaction } from '#platform/database/database.ts'
import { openIdOf } from '#features/onboarding/index.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { saveReference, wireOrderOf } from '#platform/wire-order-store.ts'
import type { PayScene, StartedPayment } from '#providers/app-payment/port.ts'
import { closedOrRefused } from './cancel-repayment.ts'
import { pageExpiryOf } from './collect.ts'
import { letRun } from './start-order.ts'
import { findOrder, lockOrder, type Order, type OrderState } from './order-store.ts'
import { markOrdered } from './order-write-store.ts'

type Opened = Output<(typeof repaymentShapes)['createWalletOrder']>

/**
 * Opens the app's payment page for an order. A payment may be in progress from here on, so its
 * loans are locked for other orders; the app closes an unpaid page, which releases them.
 */
export async function createAppOrder(
  services: Services,
  caller: SignedInCaller,
  { requestNo }: { readonly requestNo: string },
): Promise<Opened> {
  const { customer } = caller.session
  const opening = await services.database.inTransaction(async (tx) => {
    const locked = await lockOrder(tx, { customer, requestNo })
    if (!locked) throw new Refused({ kind: 'payment-unknown' })
    if (locked.payBy === 'card') throw new Refused({ kind: 'payment-method-unavailable' })
    const place = await placeOf(tx, services, { caller, payBy: locked.payBy })
    if (locked.state === 'processing') return { order: requireFresh(services, locked), place }
    if (locked.state !== 'confirming') throw new Refused({ kind: 'payment-unknown' })
    if (!(await letRun(tx, services, locked))) return undefined
    const confirmedAt = services.now()
    await markOrdered(tx, locked, confirmedAt)
    return { order: { ...locked, confirmedAt }, place }
  })
  if (!opening) throw new Refused({ kind: 'repayment-quote-outdated' })
  return opened(services, opening)
}

/** Where the customer pays, and as whom. */
type Place = {
  readonly scene: PayScene
  readonly payer: string | undefined
  readonly clientIp: string
}

/** An app may take a payment in its own browser only for an account that the customer has linked. */
async function placeOf(
  tx: Transaction,
  services: Services,
  { caller, payBy }: { readonly caller: SignedInCaller; readonly payBy: 'wallet' | 'messenger' },
): Promise<Place> {
  const { ip: clientIp, session } = caller
  if (appOf(caller) !== payBy) return { scene: 'browser', payer: undefined, clientIp }
  const { customer } = session
  const payer = await openIdOf(tx, services, { customer, provider: payBy })
  if (payer === undefined && services.providers[payBy].needsPayer) {
    throw new Refused({ kind: 'payment-method-unavailable' })
  }
  return { scene: 'app', payer, clientIp }
}

type Opening = { readonly order: Order; readonly place: Place }

function requireFresh(services: Services, order: Order): Order {
  if (canReopen(services, order)) return order
  throw new Refused({ kind: 'payment-running' })
}

/** Whether the page of an order can still be opened. */
export function canReopen({ now }: Services, { confirmedAt, placedAt }: Order): boolean {
  return now() <= pageExpiryOf({ confirmedAt, placedAt })
}

async function opened(services: Services, opening: Opening): Promise<Opened> {
  const { providers } = services
  const { order } = opening
  const { url, prepayId, appId } = await started(services, opening)
  // Given up on another phone while the page was opened: nothing may be paid there any more.
  if ((await findOrder(services.database, order))?.state !== 'processing') {
    await closedOrRefused(services, order)
    throw new Refused({ kind: 'payment-unknown' })
  }
  // Return both ways: only the page knows whether it runs in the app's own browser.
  if (prepayId === undefined || appId === undefined) return { url }
  return { url, bridge: providers.messenger.bridgePayment({ prepayId, appId }) }
}

async function started(services: Services, { order, place }: Opening): Promise<StartedPayment> {
  const { database, providers, log } = services
  const { requestNo, orderNo, amount, payBy } = order
  const wire = await wireOrderOf(database, orderNo)
  const app = payBy === 'wallet' ? providers.wallet : providers.messenger
  const returnPath = `/#${pages.paymentResult}?repaySeqNo=${requestNo}`
  try {
    const payment = await app.startPayment({
      ...wire,
      amount,
      subject: '借款还款',
      returnPath,
      expiresAt: pageExpiryOf(order),
      ...place,
    })
    await saveReference(database, { ...wire, reference: payment.reference })
    return payment
  } catch (cause) {
    // The order stays: it can be reopened as the same payment, or expires.
    log.warn('app.payment-not-started', { reason: faultIn(cause) })
    throw new Refused({ kind: 'outside-unavailable' })
  }
}

/** The state of an order paid in an app. */
export async function appOrder(
  services: Services,
  caller: SignedInCaller,
  { requestNo }: { readonly requestNo: string },
): Promise<{ state: OrderState }> {
  const { customer } = caller.session
  const order = await findOrder(services.database, { customer, requestNo })
  if (!order) throw new Refused({ kind: 'payment-unknown' })
  return { state: order.state }
}
