import { createDatabase } from '@qingzhou/server/platform/database/pool.ts'
import { explainDecision } from '@qingzhou/server/features/credit/explain-decision.ts'
import { vaultOf, withDatabase } from './postgres/own-database.ts'

const USAGE = `npm run explain -- A202611151234567890
  Says how an application was decided: by which policy, on what grounds, from what was known, and
  whether the policy of today would decide the same. DATABASE_URL says which database; without it,
  the one that comes along, under DATA_DIR.`

const [applyNo] = process.argv.slice(2)
if (!applyNo || !/^[\w-]{1,64}$/.test(applyNo)) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await withDatabase((url) => explain(url, applyNo))
}

async function explain(url: string, asked: string): Promise<void> {
  const database = createDatabase(url, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
  try {
    const services = { database, vault: vaultOf(url) }
    const lines = await explainDecision(services, asked)
    console.log(lines ? lines.join('\n') : `No application ${asked} has been decided.`)
    process.exitCode = lines ? 0 : 1
  } finally {
    await database.close()
  }
}
