import { messageOf } from '@qingzhou/server/platform/log.ts'
import { migrate } from '@qingzhou/server/platform/database/migrate.ts'
import { withDatabase } from '../postgres/own-database.ts'

// Started as `npm run migrate` by the owner of the schema, where the servers log in with a
// restricted role.
try {
  await withDatabase((url) =>
    migrate(url, undefined, { onWait: (sentence) => console.error(sentence) }),
  )
  console.log('The schema is up to date.')
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
