import cluster from 'node:cluster'
import { readConfig, type Config } from '@qingzhou/platform/config/config'
import { prepareDataFolder } from '@qingzhou/platform/config/data-folder'
import { refuseStart } from '@qingzhou/platform/config/settings'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { checkVaultKeys } from '@qingzhou/platform/database/vault/key-check-store'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { rotateBodyKeys } from './http/bodies/body-keys.ts'
import { messageOf } from '@qingzhou/platform/log'
import { waitForPort } from './boot/port.ts'
import { shareOf, superviseServers } from './boot/server-processes.ts'

try {
  await commandOf(process.argv.slice(2))()
} catch (error) {
  say(messageOf(error))
  process.exit(1)
}

function commandOf(words: readonly string[]): () => Promise<void> {
  const [word] = words
  if (word === undefined) return serve
  if (word === 'rotate-keys' && words.length === 1) return rotateKeys
  throw new Error(
    `npm run serve does not know "${words.join(' ')}". It takes no word, or rotate-keys.`,
  )
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  prepareDataFolder(config.dataDirectory)
  if (cluster.isWorker) {
    await startHere(shareOf(config))
    return
  }
  await waitForPort(config)
  const started =
    config.servers === 1 ? await startHere(config) : await superviseServers(config, say)
  if (started === undefined) process.exit(1)
  if (config.servers > 1) stopOnSignal(started.stop)
  say(`Listening on ${started.address}`)
}

async function startHere(config: Config) {
  // Loaded after the checks, because it takes longer than they do.
  const { startServer } = await import('./boot/server.ts')
  const started = await startServer(config)
  stopOnSignal(started.stop)
  return started
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Both may arrive: one from the terminal, one from the process that supervises this one.
    process.on(signal, () => void (stopping ??= stop().then(() => process.exit(0))))
  }
}

/** Publishes a new body key. Running servers notice it themselves. */
async function rotateKeys(): Promise<void> {
  const config = readConfig(process.env)
  const database = createDatabase(config.databaseUrl, { max: 1, onIdleError: () => {} })
  try {
    refuseStart(await checkVaultKeys(database, config.vaultKeys))
    const vault = createVault(config.vaultKeys)
    const keyId = await rotateBodyKeys({ database, vault, now: () => new Date() })
    say(`Key ${keyId} is published within a minute or two; older keys open for another day.`)
  } finally {
    await database.close()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
