import { addDays, daysBetween, localDate } from '@qingzhou/domain/calendar/local-date'
import type { Config } from '@qingzhou/server/platform/config/config.ts'
import { createDatabase, type PoolDatabase } from '@qingzhou/server/platform/database/pool.ts'
import { handlersOf } from '@qingzhou/server/http/handlers.ts'
import { setBusinessDate } from '@qingzhou/server/lending/ledger/testing/business-date.ts'
import type { Services } from '@qingzhou/server/platform/services.ts'
import { startTestProduct } from '@qingzhou/server/testing/product.ts'
import { runTasks } from '@qingzhou/server/testing/run-tasks.ts'
import type { Chance } from './chance.ts'
import { recordVersions } from './loan-versions.ts'
import { createOutside, type Outside } from './outside.ts'
import { patiently } from './patiently.ts'

export type World = {
  readonly config: Config
  readonly services: Services
  /** The owner of the tables, who may do more than the server. */
  readonly owner: PoolDatabase
  /** Whose loans have fees, which no act of the product charges yet. */
  readonly customersWithFees: Set<string>
  /** Every call of the product, without the way through the edge. */
  readonly calls: ReturnType<typeof handlersOf>
  readonly outside: Outside
  readonly chance: Chance
  /** How much more often than usual everybody does something. */
  readonly pace: number
  /** Lets hours pass: the books follow the calendar, and what is due in the background is done. */
  pass(hours: number): Promise<void>
  stop(): Promise<void>
}

/** Every simulation begins on this day, so that a seed gives the same calendar whenever it is run. */
const FIRST_DAY = localDate('2031-01-06')
const SECONDS_PER_DAY = 86_400
const HOUR_MS = 3_600_000
/** Tasks that run at the same time: the server and the database then work on two cores. */
const TASK_LANES = 4
const TASKS_PER_LANE_MAX = 100_000
/** The comparison with the reference looks at every loan every day, so the nightly sample can be small. */
const RECOMPUTED_PER_NIGHT = '100'

/** The whole product on an empty database, with an outside that lives by chance. */
export async function createWorld(chance: Chance, pace = 1): Promise<World> {
  const product = await startTestProduct({ LOANS_RECOMPUTED_PER_NIGHT: RECOMPUTED_PER_NIGHT })
  const owner = createDatabase(product.config.databaseUrl, { max: 2, onIdleError: () => {} })
  const days = daysBetween({ from: product.services.today(), to: FIRST_DAY })
  product.advance(days * SECONDS_PER_DAY)
  await setBusinessDate(owner, FIRST_DAY)
  await recordVersions(owner)
  const outside = createOutside(chance, () => product.services.today())
  let plannedMs = product.services.now().getTime()
  const { providers } = product.services
  const services: Services = {
    ...product.services,
    providers: {
      ...providers,
      bank: { ...providers.bank, ...outside.bank },
      wallet: { ...providers.wallet, ...outside.wallet },
      mall: { ...providers.mall, ...outside.mall },
      sms: outside.sms,
    },
  }
  return {
    config: product.config,
    services,
    owner,
    customersWithFees: new Set(),
    calls: handlersOf(services),
    outside,
    chance,
    pace,
    async pass(hours) {
      // By the plan and not from now: the time that the simulation itself takes would move its hours.
      plannedMs += hours * HOUR_MS
      product.advance((plannedMs - services.now().getTime()) / 1000)
      const today = services.today()
      for (;;) {
        const booked = await patiently(() => services.businessDate())
        if (booked >= today) break
        const { failures } = await patiently(() =>
          services.endOfDay(addDays(booked, 1), { debits: 'ignore' }),
        )
        if (failures > 0) throw new Error(`${failures} loans failed in the night after ${booked}`)
      }
      await runAllTasks(services)
    },
    async stop() {
      await owner.close()
      await product.stop()
    },
  }
}

/** Until no lane finds a task that is due: a task may queue another one when the other lanes have ended. */
async function runAllTasks(services: Services): Promise<void> {
  for (;;) {
    const lanes = Array.from({ length: TASK_LANES }, () =>
      patiently(() => runTasks(services, { runsMax: TASKS_PER_LANE_MAX })),
    )
    const ran = await Promise.all(lanes)
    if (ran.every(({ done, failed }) => done + failed === 0)) return
  }
}
