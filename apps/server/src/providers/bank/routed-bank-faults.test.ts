import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  faultNames,
  killedAt,
  otherOf,
  startRoutedBanks,
  type FaultName,
  type RoutedBanks,
  type RoutedOrder,
} from './testing/routed-banks.ts'
import { routeNames, SLOW_MS, type RouteName } from './testing/two-banks.ts'

let banks: RoutedBanks
beforeAll(async () => {
  banks = await startRoutedBanks()
})
afterAll(() => banks.stop())
afterEach(() => banks.heal())

/** More points than an order passes on its longest way. */
const POINTS = 34

/** One undisturbed order, one of three workers, and one that is killed at each point. */
function ordersOf(first: RouteName): RoutedOrder[] {
  const killed = Array.from({ length: POINTS }, (_, at) => killedAt(at + 1))
  return [
    banks.follow(first),
    banks.follow(first, { workers: 3 }),
    ...killed.map((step) => banks.follow(first, { step })),
  ]
}

type Case = {
  readonly first: RouteName
  /** By the first bank, for a reason of the route. */
  readonly isDeclined: boolean
  readonly faultOfFirst: FaultName
  readonly faultOfSecond: FaultName
}

const cases: Case[] = routeNames.flatMap((first) =>
  faultNames.flatMap((faultOfFirst): Case[] => [
    { first, isDeclined: false, faultOfFirst, faultOfSecond: 'none' },
    ...faultNames.map((faultOfSecond) => {
      return { first, isDeclined: true, faultOfFirst, faultOfSecond }
    }),
  ]),
)

describe('an order with two routes, killed anywhere', { timeout: 120_000 }, () => {
  it.each(cases)(
    'is paid once: $first first, declined $isDeclined, faults $faultOfFirst and $faultOfSecond',
    async ({ first, isDeclined, faultOfFirst, faultOfSecond }) => {
      const second = otherOf(first)
      if (isDeclined) await banks.card.behave(first, 'unsupported')
      const orders = ordersOf(first)
      const attemptAll = async (isHasty = false) => {
        await Promise.all(orders.map(({ attempt }) => attempt(isHasty)))
        banks.advance(130)
      }
      await banks.setFault(first, faultOfFirst)
      await banks.setFault(second, faultOfSecond)
      for (const _ of [1, 2]) await attemptAll(faultOfFirst === 'slow')
      await banks.setFault(first, 'none')
      for (const _ of [1, 2, 3]) await attemptAll(faultOfSecond === 'slow')
      await banks.setFault(second, 'none')
      for (let count = 0; count < 10 && orders.some(({ ends }) => ends.length === 0); count += 1) {
        await attemptAll()
      }
      // What a slow bank still has to answer is in its books then.
      if ([faultOfFirst, faultOfSecond].includes('slow')) await sleep(SLOW_MS)
      banks.advance(130)
      const payer = isDeclined ? second : first
      for (const { wireNo, ends } of orders) {
        expect([...new Set(ends.map(({ state }) => state))]).toEqual(['done'])
        expect(await banks.paid(wireNo)).toEqual([payer])
      }
    },
  )
})
