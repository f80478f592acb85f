import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { root } from '@qingzhou/tools/root.ts'

/** A Citus cluster on this machine, run by the two programs of a folder: `install` and `cluster`. */
export type Cluster = {
  /** The address of the coordinator. */
  readonly url: string
  /** Ends a node at once: 1 is the first worker. */
  readonly kill: (node: number) => void
  readonly start: (node: number) => void
  readonly stop: () => void
}

/** The folder with the programs `install` and `cluster`. */
export function citusTools(input = process.env['CITUS_TOOLS'] ?? '../shared/tools/citus'): string {
  return resolve(root, input)
}

/** Works on a cluster with two workers, which ends with the work or with this process, as its folder does. */
export async function withCluster(
  tools: string,
  work: (cluster: Cluster, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'qingzhou-citus-'))
  // PostgreSQL does not run as root, and has to reach its folder.
  chmodSync(folder, 0o755)
  let cluster: Cluster | undefined
  const end = () => {
    cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const interrupt = () => {
    end()
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const firstPort = await freePort()
    cluster = startCluster(tools, { folder: join(folder, 'cluster'), firstPort, workers: 2 })
    await work(cluster, folder)
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
    end()
  }
}

/** Installs what is missing and starts a coordinator and workers on consecutive ports. */
export function startCluster(
  tools: string,
  { folder, firstPort, workers }: { folder: string; firstPort: number; workers: number },
): Cluster {
  const program = join(tools, 'cluster')
  if (!existsSync(program)) {
    throw new Error(
      `There is no ${program}. Name the folder with the programs install and cluster: npm run prove -- citus --tools FOLDER.`,
    )
  }
  run(join(tools, 'install'), [])
  const env = { FIRST_PORT: String(firstPort) }
  const stop = () => void run(program, ['down', folder], env)
  let printed = ''
  try {
    printed = run(program, ['up', folder, String(workers)], env)
  } catch (error) {
    stop()
    throw error
  }
  return {
    url: printed.trim().split('\n').at(-1) ?? '',
    kill: (node) => void run(program, ['kill', String(node), folder], env),
    start: (node) => void run(program, ['start', String(node), folder], env),
    stop,
  }
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    // A server that is started here would otherwise hold the pipe open.
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 600_000,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || stdout}`)
  return stdout
}
