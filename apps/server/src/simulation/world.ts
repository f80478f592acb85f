import { addDays } from '@qingzhou/domain/calendar/local-date'
import type { Config } from '#config.ts'
import { handlersOf } from '#handlers.ts'
import type { Services } from '#services.ts'
import { startTestProduct } from '#testing/product.ts'
import { runTasks } from '#testing/run-tasks.ts'
import type { Chance } from './chance.ts'
import { createOutside, type Outside } from './outside.ts'

export type World = {
  readonly config: Config
  readonly services: Services
  /** Every call of the product, without the way through the edge. */
  readonly calls: ReturnType<typeof handlersOf>
  readonly outside: Outside
  readonly chance: Chance
  /** Lets hours pass: the books follow the calendar, and what is due in the background is done. */
  pass(hours: number): Promise<void>
  stop(): Promise<void>
}

/** The whole product on an empty database, with an outside that lives by chance. */
export async function createWorld(chance: Chance): Promise<World> {
  const product = await startTestProduct()
  const outside = createOutside(chance, () => product.services.today())
  const { providers } = product.services
  const services: Services = {
    ...product.services,
    providers: {
      ...providers,
      bank: { ...providers.bank, ...outside.bank },
      wallet: { ...providers.wallet, ...outside.wallet },
      sms: outside.sms,
    },
  }
  return {
    config: product.config,
    services,
    calls: handlersOf(services),
    outside,
    chance,
    async pass(hours) {
      product.advance(hours * 3_600)
      const today = services.today()
      for (;;) {
        const booked = await services.businessDate()
        if (booked >= today) break
        const { failures } = await services.endOfDay(addDays(booked, 1), { debits: 'ignore' })
        if (failures > 0) throw new Error(`${failures} loans failed in the night after ${booked}`)
      }
      await runTasks(services)
    },
    stop: () => product.stop(),
  }
}
