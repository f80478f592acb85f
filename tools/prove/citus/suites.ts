import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { root } from '@qingzhou/tools/root.ts'

/** Work across customers, and what it needs. */
const SUITES = [
  'apps/server/src/features/reconciliation',
  'apps/server/src/features/erasure',
  'apps/server/src/features/proofs',
  'apps/server/src/features/order-watch',
  'apps/server/src/features/settlement',
  'apps/server/src/features/messages',
  'apps/server/src/platform/files',
]

/** Runs server tests in distributed databases of a cluster. Throws what failed. */
export function runSuites(url: string): number {
  const vitest = join(root, 'node_modules/.bin/vitest')
  const args = ['run', '--project', 'server', '--maxWorkers', '2', '--reporter', 'dot', ...SUITES]
  const { status, stdout } = spawnSync(vitest, args, {
    cwd: root,
    env: { ...process.env, CLUSTER_URL: url },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`Tests failed on the cluster:\n${stdout.slice(-4_000)}`)
  return SUITES.length
}
