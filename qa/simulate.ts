import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { messageOf } from '@qingzhou/platform/log'
import { root } from '@qingzhou/tools/root.ts'

const USAGE = `npm run simulate -- [--borrowers 1000] [--days 365] [--seed 1] [--pace 1] [--minutes 90] [--providers sandbox]
  Simulates borrowers under the test clock: they borrow with and without coupons, buy and give back, pay, pay ahead, forget, pay early in
  full and in part, defer, take waivers, consolidate late loans, keep or break plans, convert bills; the lender cuts rates, also for days
  before, and grants relief; products charge service fees; the outside is slow, deaf or away.
  Staff of every role work in the console: they propose, approve, refuse, renew and review, clear what the bank and the nights leave to
  them, and try what they may not; at the end every queue is empty. After each day principal, interest, penalty and fees of every
  loan have to be those of an independent reference, the rules of the books have to hold, and screens have to show what the ledger has: those
  of borrowers with a change on that day, and those of 30 others, in turn.
  The same seed gives the same history; the digest at the end is over the figures of every loan on every day. --pace 5: everybody acts
  five times as often. --providers sandbox: over the adapters of Alipay, WeChat, UnionPay and Aliyun and the sandbox's gateways, with real
  signatures, notices and faults; simulated: in the process, faster by a third. --minutes 90: ends after the day in which 90 minutes have passed. Ends with 1 when something did not hold, and
  says how to run it again.`

try {
  run(readSettings())
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function run(settings: Record<string, string>): void {
  console.log(`${JSON.stringify(settings)}\n`)
  const started = performance.now()
  const vitest = spawn(
    join(root, 'node_modules/.bin/vitest'),
    // The option without a value comes last: otherwise it would take the folder as its value.
    ['run', '--project', 'server', 'qa/simulator/simulate.test.ts', '--disable-console-intercept'],
    { cwd: root, env: { ...process.env, ...settings }, stdio: 'inherit' },
  )
  vitest.on('exit', (code) => {
    process.exitCode = code ?? 1
    console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
    if (code !== 0) console.error(`\nRun it again: ${commandOf(settings)}`)
  })
}

function commandOf(settings: Record<string, string>): string {
  const options = Object.entries(settings).map(
    ([name, value]) => `--${name.replace('SIMULATE_', '').toLowerCase()} ${value}`,
  )
  return `npm run simulate -- ${options.join(' ')}`
}

function readSettings(): Record<string, string> {
  const { values } = parseArgs({
    options: {
      borrowers: { type: 'string', default: '1000' },
      days: { type: 'string', default: '365' },
      seed: { type: 'string', default: '1' },
      pace: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '100000' },
      providers: { type: 'string', default: 'sandbox' },
    },
  })
  const { providers, ...counts } = values
  const wrong = Object.entries(counts).find(([, text]) => !/^[1-9]\d{0,8}$/.test(text))
  if (wrong) throw new Error(`--${wrong[0]} ${wrong[1]} is not a count.\n\n${USAGE}`)
  if (!/^(simulated|sandbox)$/.test(providers))
    throw new Error(`--providers ${providers} is neither simulated nor sandbox.\n\n${USAGE}`)
  const { borrowers, days, seed, pace, minutes } = counts
  return {
    SIMULATE_BORROWERS: borrowers,
    SIMULATE_DAYS: days,
    SIMULATE_SEED: seed,
    SIMULATE_PACE: pace,
    SIMULATE_MINUTES: minutes,
    SIMULATE_PROVIDERS: providers,
  }
}
