import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '@qingzhou/tools/root.ts'

/** Work across customers, and what it needs. */
export const ACROSS_CUSTOMERS = [
  'apps/server/src/features/reconciliation',
  'apps/server/src/features/erasure',
  'apps/server/src/features/proofs',
  'apps/server/src/features/order-watch',
  'apps/server/src/features/settlement',
  'apps/server/src/features/messages',
  'apps/server/src/platform/files',
]

/** Tests that are about one PostgreSQL: file, title and reason. Without a title, the whole file. */
const ONE_POSTGRES_ONLY: readonly (readonly [file: string, title: string, why: string])[] = [
  [
    'apps/server/src/boot/upgrade.test.ts',
    '',
    'The schema of the earlier release needs PostgreSQL 16, and the cluster may have 15.',
  ],
  [
    'apps/server/src/http/operations/production.test.ts',
    'in production the server refuses the embedded PostgreSQL',
    'The databases of this run are on another one.',
  ],
  [
    'apps/server/src/platform/database/distribution/distribute.test.ts',
    'a database without Citus is not distributed, and nothing is changed',
    'The databases of this run have Citus.',
  ],
  [
    'apps/server/src/platform/database/schema.test.ts',
    'every table has the customer in all its keys, or is declared a look-up or a reference',
    'Tables are declared by comments, which Citus drops from tables that refer to a copy on every node.',
  ],
]

type SuiteResult = {
  readonly files: number
  readonly passed: number
  /** Tests that are about one PostgreSQL only, and failed here. */
  readonly excepted: number
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
  const reporters = ['--reporter', 'dot', '--reporter', 'json', '--outputFile.json', report]
  const args = ['run', '--project', 'server', '--maxWorkers', '2', ...reporters, ...paths]
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    env: { ...process.env, CLUSTER_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'exit')
  // What vitest has written is of this type.
  return resultOf(JSON.parse(readFileSync(report, 'utf8')) as Report)
}

function resultOf({ testResults }: Report): SuiteResult {
  const excepted = new Set(ONE_POSTGRES_ONLY.map(([file, title]) => `${file}: ${title}`))
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
    excepted: failed.filter((name) => excepted.has(name)).length,
    failed: failed.filter((name) => !excepted.has(name)),
  }
}

/** A file that cannot be read, or whose preparation fails. */
function isFailedBeforeTests({ status, assertionResults }: Report['testResults'][number]): boolean {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}
