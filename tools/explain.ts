import { resolve } from 'node:path'

import { readConfig } from '@qingzhou/server/config.ts'
import { createDatabase } from '@qingzhou/server/database/pool.ts'
import { createVault } from '@qingzhou/server/database/vault.ts'
import { explainDecision } from '@qingzhou/server/modules/credit/explain-decision.ts'
import { withDatabase } from './own-database.ts'
import { root } from './root.ts'

const USAGE = `npm run explain -- A202611151234567890
  Says how an application was decided: by which policy, on what grounds, from what was known, and
  whether the policy of today would decide the same. DATABASE_URL says which database; without it,
  the one that comes along, under DATA_DIR.`

/** The settings have to name the sandbox, though nobody is asked here. */
const nobodyOutside = { SANDBOX_URL: 'http://127.0.0.1', SANDBOX_SECRET: 'not needed' }

const [applyNo] = process.argv.slice(2)
if (!applyNo || !/^[\w-]{1,64}$/.test(applyNo)) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await withDatabase((url) => explain(url, applyNo))
}

async function explain(url: string, asked: string): Promise<void> {
  const config = readConfig({
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: resolve(root, process.env['DATA_DIR'] ?? 'data'),
    ...(process.env['MODE'] === 'production' ? {} : nobodyOutside),
  })
  const database = createDatabase(url, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
  try {
    const services = { database, vault: createVault(config.vaultKeys) }
    const lines = await explainDecision(services, asked)
    console.log(lines ? lines.join('\n') : `No application ${asked} has been decided.`)
    process.exitCode = lines ? 0 : 1
  } finally {
    await database.close()
  }
}
