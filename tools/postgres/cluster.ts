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
import { run } from '../product/run.ts'

export type Cluster = {
  path: string
  binaries: string
  account: Account | undefined
  /** Off only where data loss in a power cut is acceptable: in tests. */
  fsync: boolean
}

/**
 * How PostgreSQL is told where its data is. The folder may be inside one that its account cannot
 * enter, such as /root, but the working directory is entered before the account changes.
 */
export function dataDirectory({ path, account }: Cluster): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : path
}

/** Creates the cluster on first use, completely or not at all. */
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
    // A concurrent start was faster; its cluster is equivalent.
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
  // The builtin locale has the same collation on every machine, so an index stays valid after a
  // move.
  await succeed(cluster, 'initdb', [
    `--pgdata=${dataDirectory(cluster)}`,
    '--username=qingzhou',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Access to the server is controlled by the folder of its socket, which is closed to others.
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
