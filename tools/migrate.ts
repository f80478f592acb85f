import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { withDatabase } from './own-database.ts'

// Started as `npm run migrate`, by who owns the schema, where the servers log in as somebody lesser.
try {
  await withDatabase((url) =>
    migrate(url, undefined, { onWait: (sentence) => console.error(sentence) }),
  )
  console.log('The schema is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
