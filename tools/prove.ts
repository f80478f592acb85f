import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

import { root } from './root.ts'

/** What the ordinary tests try a little of, tried at length: hours of chance instead of seconds. */
const settings = {
  PROVE_RUNS: process.env['PROVE_RUNS'] ?? '1000000',
  PROVE_KILLS: process.env['PROVE_KILLS'] ?? '200',
  PROVE_SEED: process.env['PROVE_SEED'] ?? String(randomInt(2 ** 31)),
}
const folders = [
  'packages/domain/src',
  'apps/server/src/modules/ledger',
  'apps/server/src/modules/lending',
  'apps/server/src/modules/loans',
  'apps/server/src/modules/mall/histories',
  'apps/server/src/modules/repayment/histories',
  'apps/server/src/modules/restructure/histories',
  'apps/server/src/modules/waiver/histories',
  'apps/server/src/jobs',
]

console.log(
  `${settings.PROVE_RUNS} random cases, ${settings.PROVE_KILLS} kills. To have the same again:`,
)
console.log(
  `PROVE_SEED=${settings.PROVE_SEED} npm run prove, with PROVE_RUNS and PROVE_KILLS as before.\n`,
)
const wanted = process.argv.slice(2)
const vitest = spawn(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'rules', '--project', 'server', ...(wanted.length > 0 ? wanted : folders)],
  { cwd: root, env: { ...process.env, ...settings }, stdio: 'inherit' },
)
vitest.on('exit', (code) => (process.exitCode = code ?? 1))
