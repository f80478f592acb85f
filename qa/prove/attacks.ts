import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { build } from '@qingzhou/tools/develop/build.ts'
import { root } from '@qingzhou/tools/root.ts'

const USAGE = `npm run prove -- attacks [--only <part of a name>] [--seconds 240]
  Starts a product of its own with MODE=production and replays every attack against it over HTTP, sqlmap and wapiti included.
  The scanners get so many seconds for each of their targets. Prints what was tried, refused and let through; ends with 1 when something got through.`

try {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seconds: { type: 'string', default: '240' } },
  })
  if (!/^[1-9]\d{0,4}$/.test(values.seconds)) throw new Error('--seconds must be a number')
  // The scanners crawl the pages as they are served.
  await build((line) => console.log(line))
  run({
    ATTACKS: 'full',
    ATTACKS_SECONDS: values.seconds,
    ...(values.only && { ATTACKS_ONLY: values.only }),
  })
} catch (error) {
  console.error(error instanceof Error ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}

function run(settings: Record<string, string>): void {
  const vitest = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', 'qa/prove/attacks', '--disable-console-intercept'],
    { cwd: root, env: { ...process.env, ...settings }, stdio: 'inherit' },
  )
  vitest.on('exit', (code) => (process.exitCode = code ?? 1))
}
