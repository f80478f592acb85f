import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'

import { readConfig } from '@qingzhou/server/platform/config/config.ts'
import { startServer } from '@qingzhou/server/boot/server.ts'
import { deskExtension } from '@qingzhou/desk-api/desk-extension.ts'
import { seedStaff, type SeededStaff } from '@qingzhou/simulator/seed/staff.ts'
import { build } from '../develop/build.ts'
import { waitForPort } from '../postgres/port.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { root } from '../root.ts'
import { startSandbox } from './sandbox.ts'

export type Product = {
  address: string
  isSandbox: boolean
  /** Test staff that the first start has created, with the passwords, which are not stored in the clear. */
  newStaff: SeededStaff[]
  stop(): Promise<void>
}

type Environment = Record<string, string | undefined>
type Say = (line: string) => void
type Part = { stop(): Promise<void> }
type Keep = <P extends Part>(part: P) => P

/**
 * Starts all parts of the product: database, web apps, sandbox, server. After a failure nothing is
 * left running.
 */
export async function startProduct(environment: Environment, say: Say): Promise<Product> {
  const settings = withDefaults(environment)
  const { result, stop } = await startWithCleanup((keep) => startParts(settings, keep, say))
  return { ...result, isSandbox: settings.MODE === 'sandbox', stop }
}

/**
 * Runs `start` and returns a function that stops every part it registered; after a failure all of
 * them are stopped.
 */
export async function startWithCleanup<Result>(
  start: (keep: Keep) => Promise<Result>,
): Promise<{ readonly result: Result; readonly stop: () => Promise<void> }> {
  const running: Part[] = []
  const keep: Keep = (part) => {
    running.unshift(part)
    return part
  }
  const stop = async () => {
    // Newest first: the server drains while its database and the sandbox still run.
    for (const part of running.splice(0)) await part.stop()
  }
  try {
    return { result: await start(keep), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export function withDefaults(environment: Environment) {
  return {
    ...environment,
    MODE: environment['MODE'] ?? 'sandbox',
    HOST: environment['HOST'] ?? '127.0.0.1',
    PORT: environment['PORT'] ?? '8080',
    DATA_DIR: resolve(root, environment['DATA_DIR'] ?? 'data'),
    LOG_LEVEL: environment['LOG_LEVEL'] ?? 'warn',
  }
}

type Settings = ReturnType<typeof withDefaults> & Environment

async function startParts(settings: Settings, keep: Keep, say: Say) {
  await waitForPort(Number(settings.PORT), settings.HOST)
  const [backends] = await settleAllParts([
    startBackends(settings, keep, say),
    build(say).then(() => ({})),
  ])
  const config = readConfig({ ...settings, ...backends })
  const { address, services } = keep(await startServer(config, [deskExtension]))
  return { address, newStaff: await seedStaff(services) }
}

/**
 * Starts the database and the sandbox unless their addresses are set; returns the settings with
 * their addresses.
 */
export async function startBackends(
  settings: Settings,
  keep: Keep,
  say: Say,
): Promise<Environment> {
  const [database, sandbox] = await settleAllParts([
    databaseAddress(settings, keep, say),
    sandboxAddress(settings, keep),
  ])
  return { ...database, ...sandbox }
}

async function databaseAddress(settings: Settings, keep: Keep, say: Say): Promise<Environment> {
  // The embedded PostgreSQL is not for production, where the server reports what is missing.
  if (settings['DATABASE_URL'] || settings.MODE === 'production') return {}
  const directory = join(settings.DATA_DIR, 'postgres')
  return { DATABASE_URL: keep(await startPostgres({ directory, fsync: true, say })).url }
}

async function sandboxAddress(settings: Settings, keep: Keep): Promise<Environment> {
  if (settings['SANDBOX_URL'] || settings.MODE !== 'sandbox') return {}
  const secret = settings['SANDBOX_SECRET'] ?? randomBytes(32).toString('hex')
  const directory = join(settings.DATA_DIR, 'sandbox')
  const sandbox = keep(await startSandbox({ directory, secret, logLevel: settings.LOG_LEVEL }))
  return { SANDBOX_URL: sandbox.url, SANDBOX_SECRET: secret }
}

/**
 * Like Promise.all, but waits for every part even if one fails, so that none is left half started.
 */
async function settleAllParts<T>(parts: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
