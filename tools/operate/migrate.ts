import { messageOf } from '@qingzhou/platform/log'
import { migrate } from '@qingzhou/platform/database/migrate'
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
