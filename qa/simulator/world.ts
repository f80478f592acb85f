import { Client } from 'pg'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import type { Config } from '@qingzhou/platform/config/config'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { handlersOf } from '@qingzhou/server/http/handlers.ts'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import type { Services } from '@qingzhou/server/services.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { watchOrders } from '@qingzhou/server/features/order-watch/index.ts'
import { saveForm } from '@qingzhou/server/features/profile/profile-store.ts'
import { runTasks } from '@qingzhou/server/testing/run-tasks.ts'
import type { Chance } from './chance.ts'
import { recordVersions } from './loan-versions.ts'
import { serviceFeeSetting } from './operations/service-fees.ts'
import { openOffice, type Staff } from './staff/office.ts'
import { plantNightFaults } from './staff/troubles.ts'
import { createClock, type SimulationClock } from './clock.ts'
import type { Outside } from './outside.ts'
import { createSimulatedProviders } from './simulated-providers.ts'
import { createWire } from './wire-providers.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable } from '@qingzhou/platform/database/database-unavailable'
import { fen } from '@qingzhou/domain/money/money'
import {
  insertBorrower,
  type InsertedBorrower,
} from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'

export type World = {
  readonly config: Config
  readonly product: TestProduct
  readonly services: Services
  /** Connection as the owner of the tables, with more privileges than the server. */
  readonly owner: PoolDatabase
  /** The handlers of all calls, without HTTP. */
  readonly calls: ReturnType<typeof handlersOf>
  readonly outside: Outside
  readonly chance: Chance
  readonly staff: Staff
  /** Factor on the frequency of all operations. */
  readonly pace: number
  /** Advances the clock, runs the end of day of each date passed, and then all due tasks. */
  pass(hours: number): Promise<void>
  /** Removes dead rows and renews the statistics, as autovacuum does on a server. */
  vacuum(): Promise<void>
  stop(): Promise<void>
}

/** Every simulation begins on this day, so that a seed gives the same calendar on each run. */
const FIRST_DAY = localDate('2031-01-06')
/** The same hour in every run: a later start would move operations past a deadline or midnight. */
const FIRST_MS = Date.parse(`${FIRST_DAY}T10:00:00+08:00`)
const HOUR_MS = 3_600_000
/** After the hours have passed, what was not answered is asked again some times. */
const RETRIES_MS = [0, 5_000, 60_000]
/** Concurrent task runners, so that server and database use two cores. */
const TASK_LANES = 4
const TASKS_PER_LANE_MAX = 100_000
/** A small nightly sample: the comparison with the reference covers every loan every day. */
const RECOMPUTED_PER_NIGHT = '100'

/** In the process, or in the sandbox behind the product's adapters. */
export const providerChoices = ['simulated', 'sandbox'] as const
export type ProvidersChoice = (typeof providerChoices)[number]

/** The whole product on an empty database, with simulated providers or those of the sandbox. */
export async function createWorld(
  chance: Chance,
  pace = 1,
  providers: ProvidersChoice = 'simulated',
): Promise<World> {
  const clock = createClock(FIRST_MS)
  const { product, outside } = await startProduct(chance, clock, providers)
  const owner = createDatabase(product.config.databaseUrl, { max: 2, onIdleError: () => {} })
  await setBusinessDate(owner, FIRST_DAY)
  await recordVersions(owner)
  await plantNightFaults(owner)
  let plannedMs = FIRST_MS
  const services: Services = {
    ...product.services,
    providers: outside.over(product.services.providers),
  }
  return {
    config: product.config,
    product,
    services,
    owner,
    calls: handlersOf(services),
    outside,
    chance,
    staff: await openOffice(product),
    pace,
    async pass(hours) {
      plannedMs += hours * HOUR_MS
      clock.moveTo(plannedMs)
      await endDays(services)
      await watchOrders(services)
      await outside.advance()
      for (const laterMs of RETRIES_MS) {
        clock.moveTo(plannedMs + laterMs)
        await outside.notify()
        do await runAllTasks(services)
        while (await outside.notify())
      }
    },
    async vacuum() {
      // Not through the pool, which wraps each statement in a transaction.
      const client = new Client({ connectionString: product.config.databaseUrl })
      await client.connect()
      try {
        await client.query('VACUUM (ANALYZE)')
      } finally {
        await client.end()
      }
    },
    async stop() {
      await owner.close()
      await product.stop()
    },
  }
}

async function startProduct(chance: Chance, clock: SimulationClock, providers: ProvidersChoice) {
  const settings = {
    LOANS_RECOMPUTED_PER_NIGHT: RECOMPUTED_PER_NIGHT,
    SERVICE_FEES: serviceFeeSetting,
  }
  const { now, wait } = clock
  if (providers === 'simulated') {
    const product = await startTestProduct(settings, [], { now })
    const outside = createSimulatedProviders(chance, () => product.services.today())
    return { product, outside }
  }
  const wire = createWire(chance, clock)
  const own = { now, wait, faultPlan: wire.faultPlan }
  const product = await startTestProduct({ ...settings, ...wire.settings }, [], own)
  return { product, outside: await wire.open(product) }
}

/** Runs the end of each day before today. */
async function endDays(services: Services): Promise<void> {
  const today = services.today()
  for (;;) {
    const booked = await withRetries(() => services.businessDate())
    if (booked >= today) return
    await withRetries(() => services.endOfDay(addDays(booked, 1), { debits: 'ignore' }))
  }
}

/**
 * Repeats until no lane finds a due task: a task may enqueue another one after the other lanes have
 * ended.
 */
async function runAllTasks(services: Services): Promise<void> {
  for (;;) {
    const lanes = Array.from({ length: TASK_LANES }, () =>
      withRetries(() => runTasks(services, { runsMax: TASKS_PER_LANE_MAX })),
    )
    const ran = await Promise.all(lanes)
    if (ran.every(({ done, failed }) => done + failed === 0)) return
  }
}

const TRIES = 60
const WAIT_MS = 1_000

/** Repeats idempotent work while the database is unavailable, as on an overloaded machine. */
export async function withRetries<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || tried === TRIES) throw error
      await sleep(WAIT_MS)
    }
  }
}

/** Payment behaviour of simulated borrowers. */
const characters = ['punctual', 'careful', 'forgetful', 'late', 'lost'] as const
export type Character = (typeof characters)[number]

export type Borrower = InsertedBorrower & {
  readonly character: Character
  /** Used by this borrower only: concurrent borrowers do not change each other's sequence. */
  readonly chance: Chance
}

export async function newBorrower({ services, chance, outside }: World): Promise<Borrower> {
  const own = chance.branch(`borrower ${chance.below(2 ** 31)}`)
  const limit = fen(BigInt(10 + 10 * own.below(5)) * 1_000_00n)
  const character = own.pick(characters)
  const { bindCard } = outside
  const inserted = await insertBorrower(services, { limit, bindCard })
  await savePerson(services, inserted)
  return { ...inserted, character, chance: own }
}

/** What staff correct at the request of the customer. */
async function savePerson(services: Services, { customer }: InsertedBorrower): Promise<void> {
  const home = { district: '310101', address: '人民路 1 号', email: 'first@example.com' }
  const basic = { ...home, marriage: '01', education: '20', contacts: [] }
  await services.database.inTransaction(async (tx) => {
    await saveForm(tx, services, { customer, form: 'basic', fields: basic })
    await saveForm(tx, services, { customer, form: 'company', fields: {} })
  })
}
