import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { behaviour, killedAt } from '#testing/random-provider.ts'
import { casesFor, replay } from '@qingzhou/platform/testing/proving'
import { startProductForFile } from '#testing/product.ts'
import { findRunning } from './loan-application-store.ts'
import {
  beginHistory,
  take,
  type Command,
  type Event,
  type History,
  type World,
} from './testing/draw-history.ts'
import { createScriptedBank } from './testing/scripted-bank.ts'
import { expectLimitInvariant, expectSettled } from './testing/settled-books.ts'
import { runTasks } from '#testing/run-tasks.ts'

const histories = casesFor({ usually: 50, each: 100 })

const product = startProductForFile()
let owner: PoolDatabase
let world: World
beforeAll(async () => {
  owner = createDatabase(product.config.databaseUrl, { max: 2, onIdleError: () => {} })
  const bank = createScriptedBank()
  world = {
    bank,
    services: { ...product.services, providers: { ...product.services.providers, bank } },
    advance: (seconds) => product.advance(seconds),
    moveTo: async (day) => {
      await owner.query('UPDATE business_date SET business_date = $1', [day])
    },
  }
})
afterAll(async () => {
  await owner.close()
})

/** Weighted towards events that make progress: apply, confirm, disburse. */
const kinds = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Event['kind']>('apply') },
  { weight: 8, arbitrary: fc.constantFrom<Event['kind']>('confirm', 'disburse') },
  { weight: 2, arbitrary: fc.constantFrom<Event['kind']>('notice', 'execute') },
  { weight: 1, arbitrary: fc.constantFrom<Event['kind']>('end') },
)

const event: fc.Arbitrary<Event> = fc.record({
  kind: kinds,
  which: fc.nat({ max: 119 }),
  killedAt,
})

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: event.map((one): Command => ({ type: 'events', events: [one] })) },
  {
    weight: 3,
    arbitrary: fc
      .array(event, { minLength: 2, maxLength: 4 })
      .map((events): Command => ({ type: 'events', events })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('bank' as const),
      ...behaviour,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Command>({ type: 'minutes', minutes: 31 }, { type: 'day' }),
  },
)

describe('any history of draws', () => {
  it(
    'ends with one disbursement per loan, the limit never exceeded, the coupon used once, one SMS, and a zero clearing balance',
    { timeout: 1_000_000_000 },
    async () => {
      const ends: Record<string, number> = {}
      await fc.assert(
        fc.asyncProperty(
          fc.array(command, { minLength: 6, maxLength: 16, size: 'max' }),
          async (commands) => {
            const history = await beginHistory(world)
            for (const one of commands) {
              await take(history, one)
              if (one.type === 'events') await expectLimitInvariant(history)
            }
            await comeToAnEnd(history)
            await expectSettled(history)
            await expectLimitInvariant(history)
            await count(history, ends)
          },
        ),
        { numRuns: histories, ...replay },
      )
      expect(await clearingBalance()).toBe(0n)
      // Both outcomes must occur often enough for the test to be meaningful.
      expect(ends['paid']).toBeGreaterThan(histories / 8)
      expect(ends['failed']).toBeGreaterThan(histories / 8)
    },
  )
})

/** Clears all faults and runs the queue until no draw is in progress. */
async function comeToAnEnd({ borrower }: History): Promise<void> {
  world.bank.script.passages = []
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await runTasks(world.services)
    if (!(await findRunning(owner, borrower.customer))) return
    product.advance(31 * 60)
  }
}

async function clearingBalance(): Promise<bigint> {
  const [row] = await owner.query<{ balance: bigint }>(
    `SELECT coalesce(sum(balance_fen), 0)::bigint AS balance
       FROM general_ledger WHERE account = 'clearing'`,
  )
  return row?.balance ?? 0n
}

async function count({ borrower }: History, ends: Record<string, number>): Promise<void> {
  const rows = await owner.query<{ state: string }>(
    'SELECT state FROM draw_applications WHERE customer_no = $1',
    [borrower.customer],
  )
  for (const { state } of rows) ends[state] = (ends[state] ?? 0) + 1
}
