import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'

import { readConfig } from '@qingzhou/server/config.ts'
import type { SeededStaff } from '@qingzhou/server/seed/staff.ts'
import { startServer } from '@qingzhou/server/server.ts'
import { build } from './build.ts'
import { waitForPort } from './port.ts'
import { startPostgres } from './postgres.ts'
import { root } from './root.ts'
import { startSandbox } from './sandbox.ts'

export type Product = {
  address: string
  isSandbox: boolean
  /** Test staff that the first start made, with the passwords that nobody is told again. */
  newStaff: SeededStaff[]
  stop(): Promise<void>
}

type Environment = Record<string, string | undefined>
type Say = (line: string) => void
type Part = { stop(): Promise<void> }
type Keep = <P extends Part>(part: P) => P

/** Starts all that the product needs: database, web apps, sandbox, server. After a failure nothing is left running. */
export async function startProduct(environment: Environment, say: Say): Promise<Product> {
  const running: Part[] = []
  const keep: Keep = (part) => {
    running.unshift(part)
    return part
  }
  const stop = async () => {
    // The newest first: the server drains while its database and the outside still answer.
    for (const part of running.splice(0)) await part.stop()
  }
  try {
    const settings = withDefaults(environment)
    const { address, newStaff } = await startParts(settings, keep, say)
    return { address, isSandbox: settings.MODE === 'sandbox', newStaff, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function withDefaults(environment: Environment) {
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
  const [database, sandbox] = await allTogether([
    databaseAddress(settings, keep, say),
    sandboxAddress(settings, keep),
    build(say).then(() => ({})),
  ])
  return keep(await startServer(readConfig({ ...settings, ...database, ...sandbox })))
}

async function databaseAddress(settings: Settings, keep: Keep, say: Say): Promise<Environment> {
  if (settings['DATABASE_URL']) return {}
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

/** Like Promise.all, but waits for every part even when one fails, so that none is left half started. */
async function allTogether<T>(parts: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
