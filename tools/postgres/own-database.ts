import { join, resolve } from 'node:path'
import { readConfig, type Config } from '@qingzhou/platform/config/config'
import { readSetting } from '@qingzhou/platform/config/settings'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { checkVaultKeys } from '@qingzhou/platform/database/vault/key-check-store'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { startPostgres } from './postgres.ts'
import { postmasterOf } from './postmaster.ts'
import { root } from '../root.ts'

/** The settings must name the sandbox, although no provider is called here. */
const sandboxPlaceholder = { SANDBOX_URL: 'http://127.0.0.1', SANDBOX_SECRET: 'not needed' }

/** The vault of the product with this database. Fails if the keys are not those of the database. */
export async function openVault(database: Queryable, databaseUrl: string): Promise<Vault> {
  const { vaultKeys: keys } = configOf(databaseUrl)
  const [complaint] = await checkVaultKeys(database, keys)
  if (complaint !== undefined) throw new Error(`${complaint}.`)
  return createVault(keys)
}

/** The settings of the product with this database. */
export function configOf(databaseUrl: string): Config {
  return readConfig({
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: undefined,
    DATA_DIR: resolve(root, process.env['DATA_DIR'] ?? 'data'),
    ...(process.env['MODE'] === 'production' ? {} : sandboxPlaceholder),
  })
}

/** Uses the server's database or starts the embedded one; a running database keeps running. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const url = readSetting(process.env, 'DATABASE_URL')
  if (url) return work(url)
  if (process.env['MODE'] === 'production') {
    throw new Error('DATABASE_URL is not set. With MODE=production there is no embedded database.')
  }

  const directory = join(resolve(root, process.env['DATA_DIR'] ?? 'data'), 'postgres')
  const wasRunning = postmasterOf(join(directory, 'cluster')) !== undefined
  const server = await startPostgres({ directory, fsync: true, say: console.error })
  try {
    await work(server.url)
  } finally {
    if (!wasRunning) await server.stop()
  }
}
