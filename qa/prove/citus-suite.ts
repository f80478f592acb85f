import { parseArgs } from 'node:util'

import { messageOf } from '@qingzhou/platform/log'
import { citusTools, withCluster } from './citus/cluster.ts'
import { runSuites } from './citus/suites.ts'

const SERVER_FOLDERS = [
  'apps/server',
  'packages/platform',
  'packages/providers',
  'packages/lending',
]

const USAGE = `npm run prove -- citus-suite [--tools FOLDER] [PATH …]
  Starts a Citus cluster (a coordinator and two workers) as npm run prove -- citus does, and runs the tests of the
  server there, each file in distributed databases of its own: all, or those of the given files and folders.
  Shows each file when it is done. Ends with 1 when a test fails.`

try {
  const { values, positionals } = readOptions()
  const paths = positionals.length > 0 ? positionals : SERVER_FOLDERS
  await withCluster(citusTools(values.tools), async ({ url }, folder) => {
    const { files, passed, failed } = await runSuites(url, { paths, folder })
    for (const name of failed) console.log(`failed  ${name}`)
    console.log(`${files} files: ${passed} tests passed, ${failed.length} failed`)
    if (failed.length > 0 || files === 0) process.exitCode = 1
  })
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function readOptions() {
  try {
    return parseArgs({ options: { tools: { type: 'string' } }, allowPositionals: true })
  } catch (cause) {
    throw new Error(USAGE, { cause })
  }
}
