import { openUploads } from '@qingzhou/server/boot/services.ts'
import { messageOf } from '@qingzhou/platform/log'
import { missingMigrations } from '@qingzhou/platform/database/migrate'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { checkVaultKeys, resealObstacles } from '@qingzhou/platform/database/vault/key-check-store'
import { resealColumns } from '@qingzhou/platform/database/vault/reseal'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { resealFiles } from '@qingzhou/platform/files/reseal-files'
import { configOf, withDatabase } from '../postgres/own-database.ts'
import { createProgressLine } from '../lender/progress-line.ts'

// Started as `npm run reseal` by the owner of the schema, with the settings of the servers.
const progress = createProgressLine(process.stderr)
try {
  await withDatabase(async (url) => {
    const isDone = await reseal(url)
    process.exitCode = isDone ? 0 : 1
  })
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function reseal(url: string): Promise<boolean> {
  const config = configOf(url)
  const { vaultKeys: keys } = config
  if (keys.binding === 'off') {
    throw new Error('VAULT_BINDING is off: values would be sealed in the old form again.')
  }
  const database = createDatabase(url, { max: 2, onIdleError: () => {} })
  try {
    const [migration] = await missingMigrations(database)
    if (migration !== undefined) {
      throw new Error(`Migration ${migration} is missing: run npm run migrate first.`)
    }
    const obstacles = await resealObstacles(database, keys)
    if (obstacles.length > 0) throw new Error(refusal(obstacles))
    await checkVaultKeys(database, keys)
    const deps = {
      database,
      // Accept both forms regardless of the servers' settings: this run opens the old values for
      // the last time.
      vault: createVault({ ...keys, binding: 'preferred' }),
      store: await openUploads(config),
      onProgress: ({ table, rows }: { table: string; rows: number }) =>
        progress.show(`${table}: ${rows} sealed again`),
    }
    const results = [await resealColumns(deps), await resealFiles(deps)] as const
    for (const failure of results.flatMap(({ failures }) => failures)) console.error(failure)
    const [columns, files] = results
    progress.end(`${columns.rows} rows and ${files.rows} files were sealed again.`)
    const left = columns.left + files.left
    console.log(left === 0 ? allDone(keys.sealing.slice(0, -1).map(({ id }) => id)) : notDone(left))
    return left === 0
  } finally {
    await database.close()
  }
}

function refusal(obstacles: readonly string[]): string {
  return ['Nothing was sealed again:', ...obstacles.map((one) => `- ${one}.`)].join('\n')
}

function allDone(oldKeys: readonly string[]): string {
  const removable = oldKeys.length > 0 ? ` VAULT_KEYS no longer needs ${oldKeys.join(', ')}.` : ''
  return `All values are bound to their rows, under the newest key. Set VAULT_BINDING=required.${removable}`
}

function notDone(left: number): string {
  return `${left} rows or files are left as they were. Run it again; if they stay, see the sentences above.`
}
