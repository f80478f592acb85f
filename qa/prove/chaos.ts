import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { messageOf } from '@qingzhou/platform/log'
import { root } from '@qingzhou/tools/root.ts'

const USAGE = `npm run prove -- chaos [--kills 100] [--seed 1] [--faults server,worker,postgres,freeze,disk,bank,clock]
  With MODE=production: kills server, worker and PostgreSQL so many times each while borrowers draw and repay, the bank takes payments
  back and staff freeze limits, block customers, book and match outside money; freezes PostgreSQL, fills the disk, breaks the bank and
  starts servers with wrong clocks. Afterwards every acknowledged act and every proposal has to be in the books exactly once, nothing
  may be open or stopped, the day files and the replay of every loan agree with the books. The same seed is the same order of faults. Ends with 1 when something did not hold.`

try {
  run(readSettings())
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function run(settings: Record<string, string>): void {
  console.log(`${JSON.stringify(settings)}\n`)
  const vitest = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', 'qa/prove/chaos', '--disable-console-intercept'],
    { cwd: root, env: { ...process.env, ...settings }, stdio: 'inherit' },
  )
  vitest.on('exit', (code) => (process.exitCode = code ?? 1))
}

function readSettings(): Record<string, string> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
      faults: { type: 'string' },
    },
  })
  const { kills, seed, faults } = values
  if (![kills, seed].every((text) => /^[1-9]\d{0,9}$/.test(text))) throw new Error(USAGE)
  return { CHAOS_KILLS: kills, CHAOS_SEED: seed, ...(faults && { CHAOS_FAULTS: faults }) }
}
