import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { casesFor } from '@qingzhou/platform/testing/proving'
import {
  faultNames,
  killAt,
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
/** How many of the points a case tries. Neighbouring cases try different ones. */
const TRIED = Math.min(casesFor({ usually: 5, each: 1 }), POINTS)

/** One undisturbed order, one of three workers, and one that is killed at each point that is tried. */
function ordersOf(first: RouteName, index: number): RoutedOrder[] {
  const points = Array.from({ length: TRIED }, (_, at) => ((index * TRIED + at) % POINTS) + 1)
  const killed = points.map(killAt)
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

const cases = routeNames
  .flatMap((first) =>
    faultNames.flatMap((faultOfFirst): Case[] => [
      { first, isDeclined: false, faultOfFirst, faultOfSecond: 'none' },
      ...faultNames.map((faultOfSecond) => {
        return { first, isDeclined: true, faultOfFirst, faultOfSecond }
      }),
    ]),
  )
  .map((one, index) => ({ ...one, index }))

describe('an order with two routes, killed anywhere', { timeout: 120_000 }, () => {
  it.each(cases)(
    'is paid once: $first first, declined $isDeclined, faults $faultOfFirst and $faultOfSecond',
    async ({ first, isDeclined, faultOfFirst, faultOfSecond, index }) => {
      const second = otherOf(first)
      if (isDeclined) await banks.card.behave(first, 'unsupported')
      const orders = ordersOf(first, index)
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
