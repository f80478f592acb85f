import { createDatabase } from '#platform/database/pool.ts'
import { startTestProduct } from '#testing/product.ts'
import type { World } from './payment-history.ts'
import { createTill } from './till.ts'

export type TillWorld = World & { stop(): Promise<void> }

/** The product with a scripted till for a bank and a payment app, and books that can be set to any day. */
export async function createTillWorld(): Promise<TillWorld> {
  const product = await startTestProduct()
  // Only the owner of the database may set the day without an end of day.
  const owner = createDatabase(product.config.databaseUrl, { max: 2, onIdleError: () => {} })
  const till = createTill()
  const { providers } = product.services
  return {
    till,
    services: {
      ...product.services,
      providers: {
        ...providers,
        bank: { ...providers.bank, ...till.bank },
        wallet: { ...providers.wallet, ...till.wallet },
      },
    },
    advance: (seconds) => product.advance(seconds),
    moveTo: async (day) => {
      await owner.query('UPDATE business_date SET business_date = $1', [day])
    },
    async stop() {
      await owner.close()
      await product.stop()
    },
  }
}
