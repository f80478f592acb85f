import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { root } from './root.ts'

const USAGE = `npm run simulate -- [--borrowers 1000] [--days 365] [--seed 1]
  Lets borrowers live under the test clock: they borrow, pay, forget, pay early, delay, take waivers,
  join what is late into plans, keep or break them, spread bills; the outside is slow, deaf or away. After each day all rules have to hold and every screen has to say what the ledger says.
  The same seed is the same life. Ends with 1 when something did not hold.`

try {
  run(readSettings())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function run(settings: Record<string, string>): void {
  console.log(`${JSON.stringify(settings)}\n`)
  const vitest = spawn(
    join(root, 'node_modules/.bin/vitest'),
    // An option without a value comes last: it would take the folder for one.
    ['run', '--project', 'server', 'apps/server/src/simulation', '--disable-console-intercept'],
    { cwd: root, env: { ...process.env, ...settings }, stdio: 'inherit' },
  )
  vitest.on('exit', (code) => (process.exitCode = code ?? 1))
}

function readSettings(): Record<string, string> {
  const { values } = parseArgs({
    options: {
      borrowers: { type: 'string', default: '1000' },
      days: { type: 'string', default: '365' },
      seed: { type: 'string', default: '1' },
    },
  })
  const wrong = Object.entries(values).find(([, text]) => !/^[1-9]\d{0,8}$/.test(text))
  if (wrong) throw new Error(`--${wrong[0]} ${wrong[1]} is no count.\n\n${USAGE}`)
  const { borrowers, days, seed } = values
  return { SIMULATE_BORROWERS: borrowers, SIMULATE_DAYS: days, SIMULATE_SEED: seed }
}
