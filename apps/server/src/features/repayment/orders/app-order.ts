import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { pages } from '@qingzhou/contract/pages'
import { orderParam } from '@qingzhou/contract/wire/params'
import { appOf, type SignedInCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import {
  findOpenId,
  payerNamed,
  startPayerQuestion,
  type PayerRequest,
} from '#features/onboarding/index.ts'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { saveReference, readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { PayScene, StartedPayment } from '@qingzhou/providers/app-payment/port'
import { closeOrRefuse } from './cancel-repayment.ts'
import { pageExpiryOf } from './collect.ts'
import { startOrder } from './start-order.ts'
import { findOrder, lockOrder, type Order, type OrderState } from './order-store.ts'
import { markOrdered, findPayer, savePayer } from './order-write-store.ts'

type Deps = Pick<Services, 'database' | 'providers' | 'log'>

type AppOrderAnswer = Output<(typeof repaymentShapes)['createWalletOrder']>

type AppOrderInput = {
  readonly requestNo: string
  /** The return from the app's page that names the payer. */
  readonly payer?: { readonly authCode: string; readonly state: string } | undefined
}

/**
 * Opens the app's payment page for an order. A payment may be in progress from here on, so its
 * loans are locked for other orders; the app closes an unpaid page, which releases them.
 */
export async function createAppOrder(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log'>,
  caller: SignedInCaller,
  { requestNo, payer }: AppOrderInput,
): Promise<AppOrderAnswer> {
  const { customer } = caller.session
  if (payer) await storePayer(services, caller, { requestNo, payer })
  const opening = await services.database.inTransaction(async (tx) => {
    const locked = await lockOrder(tx, { customer, requestNo })
    if (!locked) throw new Refused({ kind: 'payment-unknown' })
    if (locked.payBy === 'card' || locked.agreementNo !== undefined) {
      throw new Refused({ kind: 'payment-method-unavailable' })
    }
    const { payBy, state } = locked
    const isRunning = state === 'processing'
    if (!isRunning && state !== 'confirming') throw new Refused({ kind: 'payment-unknown' })
    if (isRunning) requireFresh(services, locked)
    const place = await placeOf(tx, services, { caller, order: { ...locked, payBy } })
    if (place === 'payer-unknown') return { payBy, place }
    if (isRunning) return { order: locked, place }
    if (!(await startOrder(tx, services, locked))) return undefined
    await markOrdered(tx, locked, services.now())
    // As stored: opened again, the order must have the same expiry, or the app refuses its number.
    return { order: (await lockOrder(tx, locked)) ?? locked, place }
  })
  if (!opening) throw new Refused({ kind: 'repayment-quote-outdated' })
  if (opening.place !== 'payer-unknown') return openInApp(services, opening)
  const { session } = caller
  return { url: await payerPage(services, { session, requestNo, provider: opening.payBy }) }
}

/** Asks the app, which the customer pays in, who the person is. Nothing is ordered before. */
async function payerPage(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers'>,
  wanted: PayerRequest,
): Promise<string> {
  const { payerUrl } = services.providers[wanted.provider]
  if (!payerUrl) throw new Error(`${wanted.provider}: no page that names a payer`)
  const { requestNo } = wanted
  return payerUrl({ state: await startPayerQuestion(services, wanted), requestNo })
}

async function storePayer(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log'>,
  { session }: SignedInCaller,
  { requestNo, payer }: AppOrderInput & { readonly payer: object },
): Promise<void> {
  const key = { customer: session.customer, requestNo }
  const order = await findOrder(services.database, key)
  if (!order) throw new Refused({ kind: 'payment-unknown' })
  if (order.payBy === 'card') throw new Refused({ kind: 'payment-method-unavailable' })
  const openId = await payerNamed(services, { session, requestNo, provider: order.payBy }, payer)
  await savePayer(services.database, services, { ...key, openId })
}

/** Where the customer pays, and as whom. */
type Place = {
  readonly scene: PayScene
  readonly payer: string | undefined
  readonly clientIp: string
}

/** In its own browser an app may take a payment only for a person whom it has named, or an account that is linked. */
async function placeOf(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'providers'>,
  { caller, order }: { readonly caller: SignedInCaller; readonly order: OrderInApp },
): Promise<Place | 'payer-unknown'> {
  const { ip: clientIp } = caller
  const { customer, payBy } = order
  if (appOf(caller) !== payBy) return { scene: 'browser', payer: undefined, clientIp }
  const payer =
    (await findPayer(tx, services, order)) ??
    (await findOpenId(tx, services, { customer, provider: payBy }))
  const isMissing = payer === undefined && services.providers[payBy].payerUrl !== undefined
  return isMissing ? 'payer-unknown' : { scene: 'app', payer, clientIp }
}

type OrderInApp = Order & { readonly payBy: 'wallet' | 'messenger' }

type Opening = { readonly order: Order; readonly place: Place }

function requireFresh(services: Pick<Services, 'now'>, order: Order): void {
  if (!canReopen(services, order)) throw new Refused({ kind: 'payment-running' })
}

/** Whether the page of an order can still be opened. */
export function canReopen(
  { now }: Pick<Services, 'now'>,
  { confirmedAt, placedAt }: Order,
): boolean {
  return now() <= pageExpiryOf({ confirmedAt, placedAt })
}

async function openInApp(services: Deps, opening: Opening): Promise<AppOrderAnswer> {
  const { providers } = services
  const { order } = opening
  const { url, prepayId, appId } = await startInApp(services, opening)
  // Given up on another phone while the page was opened: nothing may be paid there any more.
  if ((await findOrder(services.database, order))?.state !== 'processing') {
    await closeOrRefuse(services, order)
    throw new Refused({ kind: 'payment-unknown' })
  }
  // Return both ways: only the page knows whether it runs in the app's own browser.
  if (prepayId === undefined || appId === undefined) return { url }
  return { url, bridge: providers.messenger.bridgePayment({ prepayId, appId }) }
}

async function startInApp(services: Deps, { order, place }: Opening): Promise<StartedPayment> {
  const { database, providers, log } = services
  const { requestNo, orderNo, amount, payBy } = order
  const wire = await readWireOrder(database, orderNo)
  const app = payBy === 'wallet' ? providers.wallet : providers.messenger
  const returnPath = `/#${pages.paymentResult}?${orderParam}=${requestNo}`
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
  services: Pick<Services, 'database'>,
  caller: SignedInCaller,
  { requestNo }: { readonly requestNo: string },
): Promise<{ state: OrderState }> {
  const { customer } = caller.session
  const order = await findOrder(services.database, { customer, requestNo })
  if (!order) throw new Refused({ kind: 'payment-unknown' })
  return { state: order.state }
}
