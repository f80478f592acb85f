import type { Log } from '@qingzhou/platform/log'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { WireOrder } from '#wire-order.ts'
import type { AskedTransfer, Bank, TransferAnswer, TransferOrder } from './port.ts'

/**
 * How long nothing was sent to a bank before its decline counts. Longer than any call takes: an order
 * that is still under way to it could be carried out by it.
 */
const QUIET_MS = 2 * 60_000

export type BankRoute = { readonly name: string; readonly bank: Bank }

/** Which bank has an order. */
export type OrderRoute = {
  readonly kind: TransferOrder['kind']
  readonly route: string
  /** The time of the order at this bank. */
  readonly orderedAt: Date
  /** The last time that it may have been sent there. */
  readonly sentAt: Date | undefined
  readonly declinedBy: readonly string[]
}

/** Each change is committed when its promise resolves. */
export type RouteStore = {
  find(wireNo: string): Promise<OrderRoute | undefined>
  /** Puts an order on a route, unless it is on one. Returns the route that has it. */
  place(wireNo: string, on: Pick<OrderRoute, 'kind' | 'route' | 'orderedAt'>): Promise<OrderRoute>
  /** Records a sending before it. False if another route has the order. */
  markSent(wireNo: string, sending: { readonly route: string; readonly at: Date }): Promise<boolean>
  /** Puts an order on its next route. False if it has moved, or was sent again since. */
  move(
    wireNo: string,
    change: {
      readonly from: string
      readonly to: string
      readonly at: Date
      readonly sentBefore: Date
    },
  ): Promise<boolean>
}

type Deps = {
  /** The first one binds cards and debits them. */
  readonly routes: readonly [BankRoute, ...BankRoute[]]
  readonly store: RouteStore
  readonly now: () => Date
  readonly log: Log
}

/**
 * Several banks as one. An order is on one route, which is stored before the order is sent. A disbursement
 * or refund moves on only when its route, asked, answers that it has declined the order for a reason
 * of the route. Silence never moves it.
 */
export function createRoutedBank(deps: Deps): Bank {
  const { routes } = deps
  return {
    ...routes[0].bank,
    transfer: (order) => transfer(deps, order),
    transferState: (order) => transferState(deps, order),
    async dayFile(day) {
      const files = await Promise.all(routes.map(({ bank }) => bank.dayFile(day)))
      return files.flat()
    },
  }
}

async function transfer(deps: Deps, order: TransferOrder): Promise<TransferAnswer> {
  const { routes, store, now } = deps
  const { wireNo, kind, orderedAt } = order
  const [first] = routes
  const placed = await store.place(wireNo, { kind, route: first.name, orderedAt })
  const { name, bank } = routeOf(deps, placed.route)
  if (!(await store.markSent(wireNo, { route: name, at: now() }))) return { state: 'processing' }
  const { original, ...rest } = order
  const sent = { ...rest, orderedAt: placed.orderedAt }
  // A token is of the bank that bound the card, which also has its debits.
  const isByNumber = name !== first.name && order.holder !== undefined
  const answer = await bank.transfer(
    isByNumber ? { ...sent, isByNumber } : { ...sent, ...(original && { original }) },
  )
  // Only the answer to a question moves it: that one is about the order and not about one sending.
  if (isOfRoute(answer) && nextOf(deps, placed)) return { state: 'processing' }
  return answer
}

/** A disbursement is paid back over the bank that made it. */
async function returnState(
  deps: Deps,
  order: AskedTransfer,
  returnOf: WireOrder,
): Promise<TransferAnswer> {
  const placed = await deps.store.find(returnOf.wireNo)
  if (!placed) return askedEverywhere(deps, order)
  const { bank } = routeOf(deps, placed.route)
  const { orderedAt } = placed
  return bank.transferState({ ...order, returnOf: { ...returnOf, orderedAt } })
}

async function transferState(deps: Deps, order: AskedTransfer): Promise<TransferAnswer> {
  const { store, now, log } = deps
  const { wireNo, returnOf } = order
  if (returnOf) return returnState(deps, order, returnOf)
  const placed = await store.find(wireNo)
  if (!placed) return askedEverywhere(deps, order)
  const { name, bank } = routeOf(deps, placed.route)
  const answer = await bank.transferState({ ...order, orderedAt: placed.orderedAt })
  const next = isOfRoute(answer) ? nextOf(deps, placed) : undefined
  if (!next) return answer
  const at = now()
  const sentBefore = new Date(at.getTime() - QUIET_MS)
  const isMoved = await store.move(wireNo, { from: name, to: next.name, at, sentBefore })
  if (!isMoved) return { state: 'processing' }
  log.warn('bank.route-declined', { route: name, next: next.name })
  // Not known to its new route, so the caller orders it.
  return { state: 'unknown' }
}

/**
 * An order without a route was sent before routes were set. It is unknown only if all of them say so.
 */
async function askedEverywhere({ routes }: Deps, order: AskedTransfer): Promise<TransferAnswer> {
  const outcomes = await Promise.allSettled(routes.map(({ bank }) => bank.transferState(order)))
  const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const known = answers.find(({ state }) => state !== 'unknown')
  if (known) return known
  for (const one of outcomes) if (one.status === 'rejected') throw one.reason
  return { state: 'unknown' }
}

function isOfRoute(answer: TransferAnswer): boolean {
  return answer.state === 'declined' && answer.isOfRoute === true
}

function nextOf({ routes }: Deps, { kind, route, declinedBy }: OrderRoute): BankRoute | undefined {
  if (kind === 'debit') return undefined
  return routes.find(({ name }) => name !== route && !declinedBy.includes(name))
}

/** An order of a route that is not set any more stays open: no other route may pay it. */
function routeOf({ routes }: Deps, name: string): BankRoute {
  const found = routes.find((route) => route.name === name)
  if (!found) throw new ProviderFault('bank', `route ${name} of an open order is not set`)
  return found
}
