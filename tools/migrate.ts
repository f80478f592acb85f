import { migrate } from '../apps/server/src/database/migrate.ts'
import { withDatabase } from './own-database.ts'

// Started as `npm run migrate`, by who owns the schema, where the servers log in as somebody lesser.
try {
  const onWait = (sentence: string) => console.error(sentence)
  await withDatabase((url) => migrate(url, undefined, { onWait }))
  console.log('The schema is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
