import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'

import { lender } from '@qingzhou/platform/config/brand'
import { readConfig } from '@qingzhou/platform/config/config'
import { prepareDataFolder } from '@qingzhou/platform/config/data-folder'
import { waitForPort } from '@qingzhou/server/boot/port.ts'
import { phoneUrlOf } from '@qingzhou/server/http/own-network.ts'
import { bundle, isUncompressed } from '../develop/build.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { root } from '../root.ts'
import { lockDataFolder } from './instance-lock.ts'
import type { Progress } from './progress.ts'
import { isAppOfSandbox, sandboxAppSettings, sandboxSecret } from './sandbox-apps.ts'
import { sandboxIdentitySettings } from './sandbox-identity.ts'
import { sandboxSmsSettings } from './sandbox-sms.ts'
import { startSandbox } from './sandbox.ts'

export type Product = {
  address: string
  /** The address that a phone in the same network opens, if the server listens for it. */
  phoneUrl: string | undefined
  isSandbox: boolean
  /** Names the test staff that the first start has created, with the passwords, which are not stored in the clear. */
  staffLines: string[]
  stop(): Promise<void>
}

type Environment = Record<string, string | undefined>
type Part = { stop(): Promise<void> }
type Keep = <P extends Part>(part: P) => P

/**
 * Starts all parts of the product: database, web apps, sandbox, server. After a failure nothing is
 * left running.
 */
export async function startProduct(environment: Environment, progress: Progress): Promise<Product> {
  const settings = withDefaults(environment)
  const { result, stop } = await startWithCleanup((keep) => startParts(settings, keep, progress))
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

async function startParts(settings: Settings, keep: Keep, progress: Progress) {
  await reserve(settings, keep)
  const [backends] = await settleAllParts([
    startBackends(settings, keep, progress),
    progress.during('building the pages', () => bundle(progress.say)).then(() => ({})),
    loadServer().then(() => ({})),
  ])
  const config = readConfig({ ...settings, ...backends })
  return progress.during('updating the database and starting the server', async () => {
    const { startServer, deskExtension, newStaffLines, seedStaff } = await loadServer()
    const { address, services } = keep(await startServer(config, [deskExtension]))
    const staffLines = newStaffLines(await seedStaff(services))
    if (isUncompressed()) keep(compressInBackground())
    return { address, phoneUrl: phoneUrlOf(config), staffLines }
  })
}

/** Loaded while the other parts start, because it takes longer than the checks of the settings. */
async function loadServer() {
  return {
    ...(await import('@qingzhou/server/boot/server.ts')),
    ...(await import('@qingzhou/desk-api/desk-extension.ts')),
    ...(await import('@qingzhou/desk-api/seed/staff.ts')),
  }
}

/**
 * Compresses the pages in a process of low priority, because it takes longer than building them.
 * What a stop leaves uncompressed is compressed after the next start.
 */
function compressInBackground(): Part {
  const child = fork(join(root, 'tools/develop/build.ts'), ['compress'], { stdio: 'ignore' })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.on('error', () => {})
  return {
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

/**
 * Checks the settings and reserves data folder and port before anything is started. Throws one
 * sentence for the user.
 */
export async function reserve(settings: Settings, keep: Keep): Promise<void> {
  const config = readConfig({ ...settings, ...startedLater(settings) })
  prepareDataFolder(config.dataDirectory)
  // Servers with a database of their own choice may share a folder.
  if (!settings['DATABASE_URL']) keep(await lockDataFolder(config.dataDirectory))
  await waitForPort(config)
}

/** Stands in for the addresses that are unknown until the parts run, to check the other settings. */
function startedLater(settings: Settings): Environment {
  if (settings.MODE === 'production') return {}
  // The keys of the sandbox's services are known when it runs.
  const sms = settings['SMS_TEMPLATES_FILE'] ? {} : { SMS: 'gateway' }
  const identity = settings['ALIYUN_ACCESS_KEY_ID'] ? {} : { IDENTITY: 'gateway' }
  return {
    ...sms,
    ...identity,
    ...(isAppOfSandbox(settings, 'WALLET') && { WALLET: 'gateway' }),
    ...(isAppOfSandbox(settings, 'MESSENGER') && { MESSENGER: 'gateway' }),
    ...(isAppOfSandbox(settings, 'BANK') && { BANK: 'gateway' }),
    DATABASE_URL: settings['DATABASE_URL'] || 'postgresql:///',
    SANDBOX_URL: settings['SANDBOX_URL'] || 'http://127.0.0.1',
    SANDBOX_SECRET: settings['SANDBOX_SECRET'] || 'not known yet',
  }
}

/**
 * Starts the database and the sandbox unless their addresses are set; returns the settings with
 * their addresses.
 */
export async function startBackends(
  settings: Settings,
  keep: Keep,
  progress: Progress,
): Promise<Environment> {
  const [database, sandbox] = await settleAllParts([
    progress.during('starting the database', () => databaseAddress(settings, keep, progress)),
    progress.during('starting the sandbox', () => sandboxAddress(settings, keep)),
  ])
  return { ...database, ...sandbox }
}

async function databaseAddress(
  settings: Settings,
  keep: Keep,
  { say }: Progress,
): Promise<Environment> {
  // The embedded PostgreSQL is not for production, where the server reports what is missing.
  if (settings['DATABASE_URL'] || settings.MODE === 'production') return {}
  const directory = join(settings.DATA_DIR, 'postgres')
  return { DATABASE_URL: keep(await startPostgres({ directory, fsync: true, say })).url }
}

async function sandboxAddress(settings: Settings, keep: Keep): Promise<Environment> {
  if (settings['SANDBOX_URL'] || settings.MODE !== 'sandbox') return {}
  const directory = join(settings.DATA_DIR, 'sandbox')
  const secret = settings['SANDBOX_SECRET'] || sandboxSecret(directory)
  const merchant = lender.product
  const starting = startSandbox({ directory, secret, logLevel: settings.LOG_LEVEL, merchant })
  const settingUp = sandboxAppSettings(settings, { directory, secret, starting })
  // Waits for both even if one fails, so that the sandbox is not left running.
  await Promise.allSettled([starting.then(keep), settingUp])
  const [sandbox, apps] = await Promise.all([starting, settingUp])
  const sms = sandboxSmsSettings({ url: sandbox.url, secret, directory })
  // The services of the sandbox are known to it only; those of the environment come first.
  const hasSms = Object.keys(sms).some((name) => settings[name])
  const identity = sandboxIdentitySettings({ url: sandbox.url, secret })
  const hasIdentity = Object.keys(identity).some((name) => settings[name])
  return {
    ...(!hasSms && { SMS: settings['SMS'] ?? 'aliyun', ...sms }),
    ...(!hasIdentity && { IDENTITY: settings['IDENTITY'] ?? 'aliyun', ...identity }),
    ...apps,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: secret,
  }
}

/**
 * Like Promise.all, but waits for every part even if one fails, so that none is left half started.
 */
async function settleAllParts<T>(parts: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
