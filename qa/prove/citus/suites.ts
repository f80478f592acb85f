import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '@qingzhou/tools/root.ts'

/** Work across customers, and what it needs. */
export const ACROSS_CUSTOMERS = [
  'apps/server/src/features/reconciliation',
  'apps/server/src/features/erasure',
  'apps/server/src/features/evidence',
  'apps/server/src/features/order-watch',
  'apps/server/src/features/settlement',
  'apps/server/src/features/messages',
  'packages/platform/src/files',
]

type SuiteResult = {
  readonly files: number
  readonly passed: number
  /** File and title. */
  readonly failed: readonly string[]
}

type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Runs server tests in distributed databases of a cluster, and shows what vitest prints. */
export async function runSuites(
  url: string,
  { paths, folder }: { readonly paths: readonly string[]; readonly folder: string },
): Promise<SuiteResult> {
  const report = join(folder, 'suite.json')
  // Each file is shown when it is done, without its slow tests: all are slow here.
  const reporters = ['--reporter', 'default', '--slowTestThreshold', '600000']
  reporters.push('--reporter', 'json', '--outputFile.json', report)
  const args = ['run', '--project', 'server', '--maxWorkers', '2', ...reporters, ...paths]
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    env: { ...process.env, CLUSTER_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const [status] = await once(child, 'exit')
  process.off('exit', stop)
  // What vitest has written is of this type.
  const result = resultOf(JSON.parse(readFileSync(report, 'utf8')) as Report)
  if (status === 0 || result.failed.length > 0) return result
  return { ...result, failed: [`an error outside of the tests: vitest ended with ${status}`] }
}

function resultOf({ testResults }: Report): SuiteResult {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      name: `${relative(root, name)}: ${fullName}`,
      status,
    })),
  )
  const failed = [
    ...testResults.filter(isFailedBeforeTests).map(({ name }) => `${relative(root, name)}: `),
    ...tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
  ]
  return {
    files: testResults.length,
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed,
  }
}

/** A file that cannot be read, or whose preparation fails. */
function isFailedBeforeTests({ status, assertionResults }: Report['testResults'][number]): boolean {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}
