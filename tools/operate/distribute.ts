import { parseArgs } from 'node:util'
import { distribute } from '@qingzhou/platform/database/distribution/distribute'
import { messageOf } from '@qingzhou/platform/log'

const USAGE = `npm run distribute -- --database URL [--shards 32] [--dry-run]
  Distributes the database over the nodes of a Citus cluster: the tables of customers by customer, look-ups by
  their own key, common tables as copies on every node. URL is the coordinator, as the owner of the schema. An
  empty database gets the schema first. --dry-run says what would move and changes nothing. An interrupted run
  is continued by the next one; a finished one changes nothing. Run it again after an upgrade.`

try {
  await run()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { url, shards, isDryRun } = readOptions()
  const moved = await distribute(url, { isDryRun, shards, say: (line) => console.log(line) })
  if (isDryRun) console.log('Nothing was changed.')
  else console.log(moved > 0 ? 'The database is distributed.' : 'Nothing had to be done.')
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      shards: { type: 'string', default: '32' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.database === undefined || !/^[1-9]\d{0,3}$/.test(values.shards)) throw new Error(USAGE)
  return {
    url: values.database,
    shards: Number(values.shards),
    isDryRun: values['dry-run'],
  }
}
