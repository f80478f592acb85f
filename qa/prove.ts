import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '@qingzhou/tools/root.ts'

/** Sizes of the random tests in a long run, which takes hours instead of seconds. */
const settings = {
  PROVE_RUNS: process.env['PROVE_RUNS'] ?? '1000000',
  PROVE_KILLS: process.env['PROVE_KILLS'] ?? '200',
  PROVE_SEED: process.env['PROVE_SEED'] ?? String(randomInt(2 ** 31)),
}
const folders = [
  'packages/domain/src',
  'packages/lending/src/ledger',
  'packages/lending/src',
  'apps/server/src/features/loans',
  'apps/server/src/features/mall/histories',
  'apps/server/src/features/repayment/histories',
  'apps/server/src/features/restructure/histories',
  'apps/server/src/features/waiver/histories',
  'packages/providers/src/bank/routed-bank-faults',
  // Every byte of a message is changed.
  'apps/server/src/features/cards/wallet-agreement',
  'apps/server/src/http/callbacks',
  'packages/providers/src/alipay/agreement-faults',
  'packages/providers/src/unionpay',
  'packages/providers/src/wallet/wallet-contract',
  'packages/providers/src/wechat/answers',
]

const [wanted = '', ...parameters] = process.argv.slice(2)
const program = join(root, 'qa/prove', `${wanted}.ts`)
if (/^[a-z-]+$/.test(wanted) && existsSync(program))
  start(process.execPath, [program, ...parameters], { PROVE_SEED: settings.PROVE_SEED })
else proveTests()

/** Runs the property tests with large sizes and a random seed: all of them, or the named files. */
function proveTests(): void {
  console.log(
    `${settings.PROVE_RUNS} random cases, ${settings.PROVE_KILLS} kills. To have the same again:`,
  )
  console.log(
    `PROVE_SEED=${settings.PROVE_SEED} npm run prove, with PROVE_RUNS and PROVE_KILLS as before.\n`,
  )
  const files = wanted ? [wanted, ...parameters] : folders
  const projects = ['--project', 'rules', '--project', 'server']
  start(join(root, 'node_modules/.bin/vitest'), ['run', ...projects, ...files], settings)
}

function start(
  file: string,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
): void {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...more },
    stdio: 'inherit',
  })
  child.on('exit', (code) => (process.exitCode = code ?? 1))
}
