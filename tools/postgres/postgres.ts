import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, closeSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { accountFor } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import { dataDirectory, initialiseCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { acceptsConnections, isAlive, postmasterOf, stopPostmaster } from './postmaster.ts'

const LOCK_PATIENCE_MS = 10_000
const WATCH_EVERY_MS = 500

export type PostgresServer = { url: string; pid(): number; stop(): Promise<void> }

/**
 * Starts the PostgreSQL of the repository, or connects to the one already running on this
 * directory: it survives a killed Node process, and two servers on one cluster would corrupt it. If
 * it dies, it is restarted at the same address.
 */
export async function startPostgres(options: {
  directory: string
  fsync: boolean
  /** Called with one line when the start waits for another server to release the directory. */
  say?: (line: string) => void
  lockPatienceMs?: number
}): Promise<PostgresServer> {
  const directory = resolve(options.directory)
  const path = join(directory, 'cluster')
  mkdirSync(directory, { recursive: true })
  const account = accountFor(path)
  const cluster = { path, account, binaries: postgresBinaries(account), fsync: options.fsync }
  await initialiseCluster(cluster)

  const host = encodeURIComponent(socketDirectory(cluster))
  return {
    url: `postgresql:///qingzhou?host=${host}&user=qingzhou`,
    ...keepRunning(cluster, await joinOrLaunch(cluster, options)),
  }
}

/** Short, because a socket path has at most 103 bytes, and the same at every start. */
function socketDirectory({ path }: Cluster): string {
  return `/tmp/qingzhou-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
}

type Waiting = { say?: (line: string) => void; lockPatienceMs?: number }

async function joinOrLaunch(cluster: Cluster, waiting: Waiting = {}): Promise<number> {
  const { say, lockPatienceMs = LOCK_PATIENCE_MS } = waiting
  const sockets = prepareSocketDirectory(cluster)
  const deadline = Date.now() + lockPatienceMs
  for (let attempt = 1; ; attempt += 1) {
    const running = postmasterOf(cluster.path)
    if (running?.isReady && (await acceptsConnections(sockets))) return running.pid

    const pid = await launch(cluster, sockets)
    if (pid !== undefined) return pid
    const holder = postmasterOf(cluster.path)?.pid
    if (Date.now() > deadline) throw new Error(startFailure(cluster, holder))
    if (attempt === 1 && holder !== undefined) {
      const seconds = Math.ceil(lockPatienceMs / 1000)
      say?.(
        `Waiting up to ${seconds} s for process ${holder} to let go of the database in ${cluster.path} …`,
      )
    }
    // Children of a killed server keep the lock until they notice; a stopping server keeps it until
    // it is done.
    await sleep(250)
  }
}

function startFailure(cluster: Cluster, holder: number | undefined): string {
  if (holder === undefined) {
    return `PostgreSQL did not start; it says why in ${logOf(cluster)}.`
  }
  return (
    `The database in ${cluster.path} is in use by process ${holder}, which takes no connections. ` +
    'Stop that process, or set DATA_DIR to another folder.'
  )
}

function prepareSocketDirectory(cluster: Cluster): string {
  const sockets = socketDirectory(cluster)
  const owner = cluster.account ?? { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  const found = lstatSync(sockets, { throwIfNoEntry: false })
  if (found?.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0) return sockets

  // Anyone can create a folder or link in /tmp, so use only a folder that we own and that is closed
  // to others.
  if (found) rmSync(sockets, { recursive: true })
  mkdirSync(sockets, { mode: 0o700 })
  chownSync(sockets, owner.uid, owner.gid)
  return sockets
}

/** Returns the process id once the server accepts connections, undefined if it gave up. */
async function launch(cluster: Cluster, sockets: string): Promise<number | undefined> {
  const log = openSync(logOf(cluster), 'a')
  const child = spawn(join(cluster.binaries, 'postgres'), settings(cluster, sockets), {
    ...cluster.account,
    cwd: cluster.path,
    env: { LC_ALL: 'C' },
    // In its own session: Ctrl-C in the terminal is handled by us, and PostgreSQL stops last.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  // A process that could not be spawned has no id, which ends the loop below.
  child.on('error', () => {})
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const postmaster = postmasterOf(cluster.path)
    if (postmaster?.isReady && postmaster.pid === child.pid) return postmaster.pid
    await sleep(20)
  }
  return undefined
}

function settings(cluster: Cluster, sockets: string): string[] {
  const safety = cluster.fsync
    ? []
    : // Hundreds of small databases: cleaning each of them every minute would take longer than the tests.
      ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off']
  return [
    '-D',
    dataDirectory(cluster),
    ...[
      'listen_addresses=',
      'port=5432',
      `unix_socket_directories=${sockets}`,
      'unix_socket_permissions=0700',
      'timezone=UTC',
      'log_timezone=UTC',
      'max_connections=100',
      'shared_buffers=256MB',
      // After a checkpoint each page is logged in full once, so rare checkpoints are cheaper under
      // load.
      'max_wal_size=4GB',
      'checkpoint_timeout=15min',
      // Our statements are short and many: JIT compilation and process titles cost more than they
      // bring.
      'jit=off',
      'update_process_title=off',
      ...safety,
    ].flatMap((setting) => ['-c', setting]),
  ]
}

function logOf({ path }: Cluster): string {
  return join(path, '../postgres.log')
}

function keepRunning(cluster: Cluster, first: number) {
  let pid = first
  let relaunch: Promise<void> | undefined
  const watch = setInterval(() => {
    if (isAlive(pid)) return
    relaunch ??= joinOrLaunch(cluster)
      .then((next) => void (pid = next))
      // The reason is in its log; the next heartbeat tries again.
      .catch(() => {})
      .finally(() => (relaunch = undefined))
  }, WATCH_EVERY_MS)
  watch.unref()
  return {
    pid: () => pid,
    async stop() {
      clearInterval(watch)
      await relaunch
      await stopPostmaster(pid)
      rmSync(socketDirectory(cluster), { recursive: true, force: true })
    },
  }
}
