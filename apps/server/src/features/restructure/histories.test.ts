import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { beginHistory, take, type Event } from '#features/repayment/testing/payment-history.ts'
import {
  expectNoConcurrentPayments,
  expectSettled,
} from '#features/repayment/testing/settled-payments.ts'
import {
  createScriptedWorld,
  type ScriptedWorld,
  withoutFaults,
} from '#features/repayment/testing/scripted-providers.ts'
import { behaviour, killedAt } from '#testing/random-provider.ts'
import { casesFor, replay } from '@qingzhou/platform/testing/proving'
import { runTasks } from '#testing/run-tasks.ts'
import {
  expectBillConversions,
  expectConsolidations,
  runPlanEvent,
  type PlanEvent,
} from './testing/plan-history.ts'

const histories = casesFor({ usually: 12, each: 1_000 })

let world: ScriptedWorld
beforeAll(async () => {
  world = await createScriptedWorld()
})
afterAll(() => world.stop())

const which = fc.nat({ max: 230 })
const paying: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom<Event['kind']>('pay', 'place', 'confirm', 'collect', 'page', 'notices'),
  which,
  killedAt,
})
const planning: fc.Arbitrary<PlanEvent> = fc.record({
  kind: fc.constantFrom<PlanEvent['kind']>('plan', 'plan', 'spread', 'spread', 'debit-all'),
  which,
  killedAt,
})

const script = fc.record(behaviour)
type Script = typeof script extends fc.Arbitrary<infer Value> ? Value : never

/**
 * One step: concurrent payments and plan events, provider behaviour, or days with or without an end
 * of day.
 */
type Moment =
  | { readonly type: 'happen'; readonly paying: Event[]; readonly planning: PlanEvent[] }
  | { readonly type: 'till'; readonly script: Script }
  | { readonly type: 'days'; readonly days: number; readonly byEndOfDay: boolean }

const moment: fc.Arbitrary<Moment> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('happen' as const),
      paying: fc.array(paying, { maxLength: 2 }),
      planning: fc.array(planning, { maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('till' as const), script }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('days' as const),
      days: fc.constantFrom(1, 2, 20, 40),
      byEndOfDay: fc.boolean(),
    }),
  },
)

const only = (kind: PlanEvent['kind']): Moment[] => [
  { type: 'happen', paying: [], planning: [{ kind, which: 1, killedAt: undefined }] },
]

/** Fixed examples that guarantee at least one signed plan and one bill conversion. */
const examples: [number, Moment[]][] = [
  [10, only('spread')],
  [40, only('plan')],
]

describe('random histories of plans and payments', () => {
  it(
    'settle consolidated and converted bills, pay no bill twice and keep the ledger consistent',
    { timeout: 1_000_000_000 },
    async () => {
      let plans = 0
      let spreads = 0
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(10, 40),
          fc.array(moment, { minLength: 6, maxLength: 16, size: 'max' }),
          async (days, moments) => {
            const history = await beginHistory(world)
            // After 10 days both loans have a convertible bill; after 40 days both are overdue.
            await take(history, { type: 'days', days })
            for (const one of moments) {
              await pass(history, one)
              await expectNoConcurrentPayments(history)
            }
            await comeToAnEnd()
            await expectSettled(history)
            plans += await expectConsolidations(history)
            spreads += await expectBillConversions(history)
          },
        ),
        { numRuns: histories, examples, ...replay },
      )
      // Without a signature the run proves nothing.
      expect(Math.min(plans, spreads)).toBeGreaterThan(0)
    },
  )
})

async function pass(history: Awaited<ReturnType<typeof beginHistory>>, one: Moment): Promise<void> {
  if (one.type === 'till') return take(history, { type: 'till', ...one.script })
  if (one.type === 'days') {
    if (!one.byEndOfDay) return take(history, { type: 'days', days: one.days })
    const until = addDays(await world.services.businessDate(), Math.min(one.days, 2))
    return void (await world.services.endOfDay(until, { debits: 'ignore' }))
  }
  await Promise.all([
    take(history, { type: 'events', events: one.paying }),
    ...one.planning.map((event) => runPlanEvent(history, event)),
  ])
}

/** Ends all faults and runs the queue until nothing is in progress. */
async function comeToAnEnd(): Promise<void> {
  Object.assign(world.till.script, withoutFaults())
  world.till.closePages()
  for (let rounds = 0; rounds < 10; rounds += 1) {
    await runTasks(world.services)
    world.advance(3 * 3_600)
  }
}
