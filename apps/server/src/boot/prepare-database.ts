import type { Config } from '#platform/config/config.ts'
import { migrate } from '#platform/database/migrate.ts'
import { ensureBodyKey } from '#http/bodies/body-keys.ts'
import { assertFitForProduction } from './production-check.ts'
import { seed } from './seed/seed.ts'
import type { Services } from '#platform/services.ts'

/** Brings the schema up to date and seeds it; in production, refuses a database that is not fit for it. */
export async function prepareDatabase(config: Config, services: Services): Promise<void> {
  const { log } = services
  const prepare = async () => {
    await ensureBodyKey(services)
    await seed(services, config)
  }
  const onWait = (sentence: string) => log.warn('database.start-waits', { reason: sentence })
  await migrate(config.databaseUrl, prepare, { onWait })
  await assertFitForProduction(services, config)
}
