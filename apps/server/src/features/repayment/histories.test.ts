import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { behaviour, killedAt } from '#testing/random-provider.ts'
import { casesFor, replay } from '@qingzhou/platform/testing/proving'
import { runTasks } from '#testing/run-tasks.ts'
import {
  beginHistory,
  take,
  type Command,
  type Event,
  type History,
} from './testing/payment-history.ts'
import { expectNoConcurrentPayments, expectSettled } from './testing/settled-payments.ts'
import {
  createScriptedWorld,
  type ScriptedWorld,
  withoutFaults,
} from '#features/repayment/testing/scripted-providers.ts'

const histories = casesFor({ usually: 100, each: 100 })

let world: ScriptedWorld
beforeAll(async () => {
  world = await createScriptedWorld()
})
afterAll(() => world.stop())

/** Weighted towards events that advance an order: place, confirm, collect. */
const kinds = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Event['kind']>('place') },
  { weight: 5, arbitrary: fc.constantFrom<Event['kind']>('pay', 'automatic', 'collect') },
  { weight: 2, arbitrary: fc.constantFrom<Event['kind']>('round') },
  { weight: 3, arbitrary: fc.constantFrom<Event['kind']>('confirm', 'page', 'notices') },
  { weight: 1, arbitrary: fc.constantFrom<Event['kind']>('refund') },
)

const event: fc.Arbitrary<Event> = fc.record({
  kind: kinds,
  which: fc.nat({ max: 230 }),
  killedAt,
})

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: event.map((one): Command => ({ type: 'events', events: [one] })) },
  {
    weight: 5,
    arbitrary: fc
      .array(event, { minLength: 2, maxLength: 4 })
      .map((events): Command => ({ type: 'events', events })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('till' as const),
      ...behaviour,
      areCardsEmpty: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Command>(
      { type: 'minutes', minutes: 31 },
      { type: 'days', days: 1 },
      { type: 'days', days: 20 },
      { type: 'days', days: 31 },
    ),
  },
)

describe('random histories of payments', () => {
  it(
    'debit no bill twice, book every debit and refund every overpayment',
    { timeout: 1_000_000_000 },
    async () => {
      const ends: Record<string, number> = {}
      await fc.assert(
        fc.asyncProperty(
          fc.array(command, { minLength: 8, maxLength: 24, size: 'max' }),
          async (commands) => {
            const history = await beginHistory(world)
            for (const one of commands) {
              await take(history, one)
              await expectNoConcurrentPayments(history)
            }
            await comeToAnEnd()
            await expectSettled(history)
            await count(history, ends)
          },
        ),
        { numRuns: histories, ...replay },
      )
      // Every final state must occur, or the run proves little.
      for (const state of ['paid', 'failed', 'closed', 'paid by agreement']) {
        expect([state, (ends[state] ?? 0) > 0]).toEqual([state, true])
      }
    },
  )
})

/** Ends all faults and runs the queue until nothing is in progress. */
async function comeToAnEnd(): Promise<void> {
  Object.assign(world.till.script, withoutFaults())
  world.till.closePages()
  for (let rounds = 0; rounds < 10; rounds += 1) {
    await runTasks(world.services)
    world.advance(3 * 3_600)
  }
}

async function count({ borrower }: History, ends: Record<string, number>): Promise<void> {
  const rows = await world.services.database.query<{ state: string; by_agreement: boolean }>(
    `SELECT state, agreement_no IS NOT NULL AS by_agreement FROM payment_orders WHERE customer_no = $1`,
    [borrower.customer],
  )
  for (const { state, by_agreement: isByAgreement } of rows) {
    const end = isByAgreement ? `${state} by agreement` : state
    ends[end] = (ends[end] ?? 0) + 1
  }
}
