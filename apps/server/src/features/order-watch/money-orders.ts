import type { Services } from '#services.ts'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { Task } from '@qingzhou/platform/tasks/tasks'
import type { TransferAnswer } from '@qingzhou/providers/bank/port'
import { nextPollAt, type PolledKind } from './order-kind-store.ts'

/** What every kind of orders depends on. */
export type OrderServices = Pick<
  Services,
  'database' | 'vault' | 'tasks' | 'now' | 'today' | 'providers' | 'log'
>

/** How orders of one kind are sent to their provider, or asked for. */
export type OrderCalls<
  Order,
  Answer extends { readonly state: string },
  Deps extends OrderServices = OrderServices,
> = {
  /** The log line of a call without an answer. */
  readonly noAnswer: string
  /** Whether the provider may know the order: then it is asked before anything is sent. */
  isSent(order: Order): boolean
  ask(services: Deps, order: Order): Promise<Answer>
  /** Sends the order under its number, which the provider takes once. */
  place(services: Deps, order: Order): Promise<Answer>
}

/** The answers that end a transfer. */
export type FinalAnswer = Extract<TransferAnswer, { readonly state: 'done' | 'declined' }>

/** A kind of orders that move money: disbursements, collections, refunds. */
export type MoneyOrders<Order, Deps extends OrderServices = OrderServices> = OrderCalls<
  Order,
  TransferAnswer,
  Deps
> & {
  readonly kind: PolledKind
  taskOf(order: Order): Task
  since(order: Order): Date
  /** Ends an order that stays open for too long; answers what became of it. */
  expire?(services: Deps, order: Order, answer: TransferAnswer): Promise<TransferAnswer>
  /** Books the result in one transaction and once: a later result finds it settled. */
  settle(services: Deps, order: Order, answer: FinalAnswer): Promise<void>
}

/**
 * Advances an order by one step: sends it, or asks for its result. It can be killed at any point and
 * run again: the order number never changes, and the provider is asked before anything is sent
 * twice. Without a final answer the provider is asked again, without limit and less and less often.
 */
export async function advanceOrder<Order, Deps extends OrderServices>(
  services: Deps,
  orders: MoneyOrders<Order, Deps>,
  order: Order,
): Promise<void> {
  const { database, tasks, now } = services
  // Without an answer the provider may have done anything.
  const said = (await askOrPlace(services, orders, order)) ?? ({ state: 'processing' } as const)
  const answer = orders.expire ? await orders.expire(services, order, said) : said
  if (isFinal(answer)) return orders.settle(services, order, answer)
  const runAt = nextPollAt(orders.kind, orders.since(order), now())
  await database.inTransaction((tx) => tasks.add(tx, { ...orders.taskOf(order), runAt }))
}

/** Undefined if the provider did not answer. */
export async function askOrPlace<
  Order,
  Answer extends { readonly state: string },
  Deps extends OrderServices,
>(
  services: Deps,
  calls: OrderCalls<Order, Answer, Deps>,
  order: Order,
): Promise<Answer | undefined> {
  try {
    if (calls.isSent(order)) {
      const answer = await calls.ask(services, order)
      if (answer.state !== 'unknown') return answer
    }
    return await calls.place(services, order)
  } catch (cause) {
    services.log.warn(calls.noAnswer, { reason: faultIn(cause) })
    return undefined
  }
}

/**
 * Asks for an order that a callback names. The callback itself is not believed: callbacks arrive
 * late, twice and out of order, and the answer is current.
 */
export async function askAfterCallback<Order, Deps extends OrderServices>(
  services: Deps,
  orders: MoneyOrders<Order, Deps>,
  order: Order,
): Promise<void> {
  const answer = await orders.ask(services, order)
  if (isFinal(answer)) await orders.settle(services, order, answer)
}

function isFinal(answer: TransferAnswer): answer is FinalAnswer {
  return answer.state === 'done' || answer.state === 'declined'
}
