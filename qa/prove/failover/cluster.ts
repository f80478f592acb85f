import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { kill } from '#several-servers/processes.ts'
import { childrenOf } from '#prove/chaos/faults.ts'
import { findPrograms } from '#prove/debian/programs.ts'
import { accountFor } from '@qingzhou/tools/postgres/account.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { postmasterOf } from '@qingzhou/tools/postgres/postmaster.ts'
import { haproxySettings, patroniSettings, type Node } from './settings.ts'

type Login = { readonly user: string; readonly password: string }

type Urls = {
  /** All nodes in one connection string. */
  readonly severalHosts: string
  /** The primary by HAProxy. */
  readonly throughProxy: string
}

/**
 * PostgreSQL on three nodes with Patroni, etcd and HAProxy, all on this machine. The addresses are those
 * of the superuser.
 */
export type Cluster = Urls & {
  /** The addresses of another login. */
  urlsOf(login: Login): Urls
  /** The name of the primary; waits until there is one with two standbys, one of them synchronous. */
  untilHealthy(): Promise<string>
  /** Ends all processes of PostgreSQL of a node at once. */
  killPostgres(name: string): void
  /** Ends all processes of a node at once, as a machine without power does. */
  killNode(name: string): Promise<void>
  startNode(name: string): void
  stop(): Promise<void>
}

const PROGRAMS = {
  patroni: { package: 'patroni', file: 'patroni' },
  etcdClient: { package: 'python3-etcd', file: '/usr/lib/python3/dist-packages/etcd/__init__.py' },
  etcd: { package: 'etcd-server', file: 'etcd' },
  haproxy: { package: 'haproxy', file: 'haproxy' },
  postgres: { package: 'postgresql-15', file: '/usr/lib/postgresql/*/bin/postgres' },
} as const

const NODES = ['one', 'two', 'three']
const HEALTHY_PATIENCE_MS = 180_000

/** Starts everything in a folder. Throws with the missing Debian packages. */
export async function startCluster(folder: string): Promise<Cluster> {
  const programs = findPrograms(PROGRAMS)
  const { own, write, start, stop, running } = processesIn(folder)
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const nodes: Node[] = []
  for (const name of NODES) {
    const [port, restPort] = [await freePort(), await freePort()]
    nodes.push({ name, folder: own(join(folder, name)), port, restPort })
  }
  const login = { user: 'postgres', password: randomBytes(18).toString('base64url') }

  start('etcd', programs.etcd, etcdOptions(own(join(folder, 'etcd')), etcdPort, peerPort))
  const binaries = dirname(programs.postgres)
  const startNode = (name: string) => start(name, programs.patroni, [join(folder, `${name}.json`)])
  for (const node of nodes) {
    write(`${node.name}.json`, patroniSettings(node, { login, etcdPort, binaries }))
    startNode(node.name)
  }
  const proxy = write('haproxy.cfg', haproxySettings(nodes, proxyPort))
  start('haproxy', programs.haproxy, ['-db', '-f', proxy])

  const killPostgres = (name: string) => killTree(postmasterOf(join(folder, name, 'data'))?.pid)
  const urlsOf = ({ user, password }: Login): Urls => {
    const urlOf = (hosts: string) =>
      `postgresql://${user}:${password}@${hosts}/postgres?target_session_attrs=read-write`
    return {
      severalHosts: urlOf(nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')),
      throughProxy: urlOf(`127.0.0.1:${proxyPort}`),
    }
  }
  return {
    ...urlsOf(login),
    urlsOf,
    untilHealthy: () => untilHealthy(nodes),
    killPostgres,
    async killNode(name) {
      // Patroni first: it would report the end of PostgreSQL.
      const patroni = running.get(name)
      if (patroni) await kill(patroni)
      killPostgres(name)
    },
    startNode,
    async stop() {
      for (const name of [...NODES, 'haproxy', 'etcd']) await stop(name)
      for (const name of NODES) killPostgres(name)
    },
  }
}

/** Files and processes of the account under which PostgreSQL runs. */
function processesIn(folder: string) {
  const account = accountFor(folder)
  // PostgreSQL does not run as root, and has to reach its folder.
  chmodSync(folder, 0o755)
  const give = (path: string) => {
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  const running = new Map<string, ChildProcess>()
  return {
    running,
    own: (path: string): string => {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      return give(path)
    },
    write: (name: string, text: string): string => {
      const path = join(folder, name)
      writeFileSync(path, text, { mode: 0o600 })
      return give(path)
    },
    start: (name: string, program: string, args: readonly string[]): void => {
      const log = openSync(join(folder, `${name}.log`), 'a')
      const child = spawn(program, args, {
        ...account,
        cwd: folder,
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      running.set(name, child)
    },
    stop: (name: string) => stopProcess(running.get(name)),
  }
}

function etcdOptions(data: string, port: number, peerPort: number): string[] {
  const clients = `http://127.0.0.1:${port}`
  const peers = `http://127.0.0.1:${peerPort}`
  return [
    '--name=only',
    `--data-dir=${data}`,
    `--initial-cluster=only=${peers}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
  ]
}

/** The server and its processes: those would go on until they notice that it is gone. */
function killTree(pid: number | undefined): void {
  if (pid === undefined) return
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

async function stopProcess(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = sleep(10_000, undefined, { ref: false }).then(() => kill(child))
  await Promise.race([gone, patience])
}

type Member = { readonly name: string; readonly role: string; readonly state: string }

async function untilHealthy(nodes: readonly Node[]): Promise<string> {
  const deadline = Date.now() + HEALTHY_PATIENCE_MS
  for (;;) {
    const members = await membersOf(nodes)
    const ready = members.filter(({ state }) => state === 'running' || state === 'streaming')
    const leader = ready.find(({ role }) => role === 'leader')
    const hasStandby = ready.some(({ role }) => role === 'sync_standby')
    if (leader && hasStandby && ready.length === nodes.length) return leader.name
    if (Date.now() > deadline) {
      throw new Error(`the nodes are not ready: ${JSON.stringify(members)}`)
    }
    await sleep(300)
  }
}

/** As the first node that answers sees them. */
async function membersOf(nodes: readonly Node[]): Promise<readonly Member[]> {
  for (const { restPort } of nodes) {
    try {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      })
      const { members } = (await response.json()) as { members?: Member[] }
      if (members) return members
    } catch {
      // This node is down: the next one knows.
    }
  }
  return []
}
