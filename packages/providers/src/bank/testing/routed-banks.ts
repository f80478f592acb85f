import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { fen } from '@qingzhou/domain/money/money'
import { createRouteStore } from '#records/bank-order-store.ts'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { createLog } from '@qingzhou/platform/log'
import type { Bank, TransferAnswer, TransferOrder } from '#bank/port.ts'
import { createRoutedBank, type BankRoute, type RouteStore } from '#bank/routed-bank.ts'
import { cardAtBoth, routeNames, SLOW_MS, startTwoBanks, type RouteName } from './two-banks.ts'

const well = { down: false, cutAfter: false, delayMs: 0 }
const faults = {
  none: well,
  'cut before': { ...well, down: true },
  'cut after': { ...well, cutAfter: true },
  slow: { ...well, delayMs: SLOW_MS },
}
export type FaultName = keyof typeof faults
/** `Object.keys` loses the key type; the table has no other keys. */
export const faultNames = Object.keys(faults) as FaultName[]

export const otherOf = (first: RouteName): RouteName =>
  first === 'unionpay' ? 'gateway' : 'unionpay'

type Step = <Result>(work: () => Promise<Result>) => Promise<Result>
const runStep: Step = (work) => work()

/** Throws at one point in the life of an order, before or after one of its awaits. */
export function killAt(point: number): Step {
  let passed = 0
  const pass = () => {
    passed += 1
    if (passed === point) throw new Error('killed')
  }
  return async (work) => {
    pass()
    const result = await work()
    pass()
    return result
  }
}

export type RoutedOrder = ReturnType<typeof followOrder>
export type RoutedBanks = Awaited<ReturnType<typeof startRoutedBanks>>

/** Two banks under one port, with a card that both know and the store in a database of its own. */
export async function startRoutedBanks() {
  const banks = await startTwoBanks()
  const card = await cardAtBoth(banks)
  const database = createDatabase(await createTestDatabase(), { max: 8, onIdleError: () => {} })
  const store = createRouteStore(database)
  const log = createLog({ level: 'silent' })
  const setFault = (name: RouteName, fault: FaultName) =>
    banks.routes[name].sandbox.setFault(faults[fault])

  function bankOver(
    names: readonly [RouteName, ...RouteName[]],
    { step = runStep, isHasty = false } = {},
  ): Bank {
    const route = (name: RouteName): BankRoute => {
      const bank = isHasty ? banks.routes[name].hasty : banks.routes[name].bank
      const transfer: Bank['transfer'] = (order) => step(() => bank.transfer(order))
      const transferState: Bank['transferState'] = (order) => step(() => bank.transferState(order))
      return { name, bank: { ...bank, transfer, transferState } }
    }
    const [first, ...others] = names
    const routes = [route(first), ...others.map(route)] as const
    return createRoutedBank({ routes, store: watchStore(store, step), now: banks.now, log })
  }

  type Kind = TransferOrder['kind']
  const newOrder = (first: RouteName, kind: Kind = 'disbursement'): TransferOrder => ({
    wireNo: crypto.randomUUID().replaceAll('-', ''),
    orderedAt: banks.now(),
    kind,
    cardToken: card.tokenAt(first),
    holder: card.holder,
    amount: fen(123_456n),
  })

  const follow = (first: RouteName, { order = newOrder(first), ...how }: FollowedOrder = {}) =>
    followOrder(
      { order, ...how },
      {
        bankOf: (step, isHasty) => bankOver([first, otherOf(first)], { step, isHasty }),
        advance: banks.advance,
      },
    )

  return {
    ...banks,
    card,
    store,
    setFault,
    bankOver,
    newOrder,
    follow,
    async heal() {
      for (const name of routeNames) {
        await setFault(name, 'none')
        await card.behave(name, 'well')
      }
    },
    async stop() {
      await banks.stop()
      await database.close()
    },
  }
}

function watchStore(store: RouteStore, step: Step): RouteStore {
  return {
    find: (wireNo) => step(() => store.find(wireNo)),
    place: (wireNo, on) => step(() => store.place(wireNo, on)),
    markSent: (wireNo, sending) => step(() => store.markSent(wireNo, sending)),
    move: (wireNo, change) => step(() => store.move(wireNo, change)),
  }
}

type FollowedOrder = {
  readonly order?: TransferOrder
  readonly step?: Step
  readonly workers?: number
  readonly isOrdered?: boolean
}

type Over = {
  readonly bankOf: (step: Step, isHasty: boolean) => Bank
  readonly advance: (seconds: number) => void
}

/** Carries an order through as its callers do: asked first, once it may have been sent. */
function followOrder(
  {
    order,
    step = runStep,
    workers = 1,
    isOrdered = false,
  }: FollowedOrder & { order: TransferOrder },
  { bankOf, advance }: Over,
) {
  const life = { isOrdered }
  const ends: TransferAnswer[] = []
  const askOrOrder = async (bank: Bank) => {
    if (life.isOrdered) {
      const answer = await bank.transferState(order)
      if (answer.state !== 'unknown') return answer
    }
    life.isOrdered = true
    return bank.transfer(order)
  }
  async function attempt(isHasty = false): Promise<void> {
    if (ends.length > 0) return
    const bank = bankOf(step, isHasty)
    const tries = Array.from({ length: workers }, () => askOrOrder(bank))
    for (const one of await Promise.allSettled(tries)) {
      const isEnd = one.status === 'fulfilled' && /done|declined/.test(one.value.state)
      if (isEnd) ends.push(one.value)
    }
  }
  /** Attempts until the order has ended. */
  async function toTheEnd(): Promise<TransferAnswer | undefined> {
    for (let count = 0; count < 12 && ends.length === 0; count += 1) {
      await attempt()
      advance(130)
    }
    return ends[0]
  }
  return { order, wireNo: order.wireNo, ends, attempt, toTheEnd }
}
