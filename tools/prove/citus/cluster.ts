import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A Citus cluster on this machine, run by the two programs of a folder: `install` and `cluster`. */
export type Cluster = {
  /** The address of the coordinator. */
  readonly url: string
  /** Ends a node at once: 1 is the first worker. */
  readonly kill: (node: number) => void
  readonly start: (node: number) => void
  readonly stop: () => void
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
