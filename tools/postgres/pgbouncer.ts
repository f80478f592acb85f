import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  globSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { accountFor } from './account.ts'
import { run } from '../product/run.ts'

export type PgBouncer = {
  /** The same database as in the given connection string, through the pooler. */
  through(url: string, parameters?: Readonly<Record<string, string>>): string
  /** Whether it supports prepared statements: from 1.21 on, if configured. */
  readonly keepsPrepared: boolean
  stop(): Promise<void>
}

const PORT = 6432
const START_PATIENCE_MS = 15_000

/**
 * Debian's PgBouncer in transaction mode, in front of a local PostgreSQL. It is found, installed
 * where permitted, or unpacked from its package into a temporary folder.
 */
export async function startPgBouncer(
  postgresUrl: string,
  { poolSize = 4, maxPrepared = 200 } = {},
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'qingzhou-pgbouncer-'))
  const program = await findOrFetch(folder)
  const keepsPrepared = maxPrepared > 0 && (await isNewEnough(program))
  const account = accountFor(folder)
  const config = join(folder, 'pgbouncer.ini')
  const { hostname, port, username, searchParams: own } = new URL(postgresUrl)
  const host = own.get('host') ?? hostname
  const user = own.get('user') ?? username
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${host}${port && ` port=${port}`} user=${user}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'auth_type = any',
      `unix_socket_dir = ${folder}`,
      `listen_port = ${PORT}`,
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 200',
      ...(keepsPrepared ? [`max_prepared_statements = ${maxPrepared}`] : []),
      '',
    ].join('\n'),
  )
  for (const path of [folder, config]) if (account) chownSync(path, account.uid, account.gid)
  chmodSync(folder, 0o755)
  const child = spawn(program, ['-q', config], { ...account, cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const through: PgBouncer['through'] = (url, parameters = {}) => {
    const changed = new URL(url)
    changed.searchParams.set('host', folder)
    changed.searchParams.set('port', String(PORT))
    for (const [name, value] of Object.entries(parameters)) changed.searchParams.set(name, value)
    return changed.href
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntilReady(through(postgresUrl)).catch(async (cause: unknown) => {
    await stop()
    throw new Error('PgBouncer did not start.', { cause })
  })
  return { through, keepsPrepared, stop }
}

async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + START_PATIENCE_MS
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function isNewEnough(program: string): Promise<boolean> {
  const { output } = await run(program, ['--version'])
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(output) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

async function findOrFetch(folder: string): Promise<string> {
  const found = findInstalled()
  if (found) return found
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  if (process.getuid?.() === 0) {
    await run('apt-get', ['update'], environment)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'pgbouncer'], environment)
    const installed = findInstalled()
    if (installed) return installed
  }
  return unpack(folder)
}

function findInstalled(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':').filter(Boolean), '/usr/sbin']
  return folders.map((one) => join(one, 'pgbouncer')).find(isProgram)
}

/** Without root: unpacks the package and those of its libraries that this machine lacks. */
async function unpack(folder: string): Promise<string> {
  const options = { cwd: folder }
  for (const name of ['pgbouncer', 'libevent-2.1-7', 'libevent-2.1-7t64', 'libc-ares2']) {
    await run('apt-get', ['download', name], options)
  }
  for (const file of globSync(join(folder, '*.deb')))
    await run('dpkg', ['-x', file, folder], options)
  const program = join(folder, 'usr/sbin/pgbouncer')
  if (!isProgram(program))
    throw new Error('The test needs PgBouncer: install the package pgbouncer.')
  const libraries = globSync(join(folder, 'usr/lib/*-linux-gnu'))
  const wrapper = join(folder, 'pgbouncer')
  writeFileSync(
    wrapper,
    `#!/bin/sh\nLD_LIBRARY_PATH=${libraries.join(':')} exec ${program} "$@"\n`,
    {
      mode: 0o755,
    },
  )
  return wrapper
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Most candidates of the list do not exist.
    return false
  }
}
