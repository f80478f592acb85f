import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { build } from '../build.ts'
import { root } from '../root.ts'

const USAGE = `npm run prove -- attacks [--only <part of a name>]
  Starts a product of its own and replays every attack against it over HTTP, sqlmap and wapiti included.
  Prints what was tried, refused and let through; ends with 1 when something got through.`

try {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  // The scanners crawl the pages as they are served.
  await build((line) => console.log(line))
  run({ ATTACKS: 'full', ...(values.only && { ATTACKS_ONLY: values.only }) })
} catch (error) {
  console.error(error instanceof Error ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}

function run(settings: Record<string, string>): void {
  const vitest = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', 'tools/prove/attacks', '--disable-console-intercept'],
    { cwd: root, env: { ...process.env, ...settings }, stdio: 'inherit' },
  )
  vitest.on('exit', (code) => (process.exitCode = code ?? 1))
}
