import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import type { Account } from './account.ts'
import { isAlive } from './postmaster.ts'
import { run } from '../run.ts'

export type Cluster = {
  path: string
  binaries: string
  account: Account | undefined
  /** Off only where losing everything in a power cut is fine: in tests. */
  fsync: boolean
}

/**
 * How PostgreSQL is told where its data is. The folder may lie under one that its account cannot
 * enter (/root, say), but a working directory is entered before the account is changed.
 */
export function dataDirectory({ path, account }: Cluster): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : path
}

/** Creates the cluster on first use, whole or not at all. */
export async function initialiseCluster(cluster: Cluster): Promise<void> {
  if (existsSync(cluster.path)) return

  const parent = dirname(cluster.path)
  removeAbandoned(parent)
  const unfinished = { ...cluster, path: join(parent, `unfinished-${process.pid}`) }
  mkdirSync(unfinished.path, { recursive: true })
  chmodSync(unfinished.path, 0o700)
  if (cluster.account) chownSync(unfinished.path, cluster.account.uid, cluster.account.gid)
  await fill(unfinished)
  try {
    renameSync(unfinished.path, cluster.path)
  } catch {
    // Another start was faster; its cluster is as good as ours.
    rmSync(unfinished.path, { recursive: true })
  }
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^unfinished-(\d+)$/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true })
  }
}

async function fill(cluster: Cluster): Promise<void> {
  // The builtin locale sorts alike on every machine, so an index never breaks by moving house.
  await succeed(cluster, 'initdb', [
    `--pgdata=${dataDirectory(cluster)}`,
    '--username=qingzhou',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Who may reach the server is decided by its socket's folder, which is closed to others.
    '--auth=trust',
    '--no-instructions',
    ...(cluster.fsync ? [] : ['--no-sync']),
  ])
  const single = ['--single', '-D', dataDirectory(cluster), 'postgres']
  await succeed(cluster, 'postgres', single, 'CREATE DATABASE qingzhou\n')
}

async function succeed(cluster: Cluster, program: string, parameters: string[], input = '') {
  const { code, output } = await run(join(cluster.binaries, program), parameters, {
    ...cluster.account,
    cwd: cluster.path,
    env: { LC_ALL: 'C' },
    input,
  })
  if (code !== 0) throw new Error(`${program} failed: ${output}`)
}
