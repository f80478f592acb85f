import { readFileSync } from 'node:fs'
import type { SmsRegistration } from '@qingzhou/provider-api/sandbox-accounts'
import { startSandbox } from './sandbox.ts'

/** Levels at which every request is logged; at the others only refused and failed ones are. */
const TALKATIVE = new Set(['trace', 'debug', 'info'])

const { SANDBOX_PORT: port, SANDBOX_SECRET: secret, SANDBOX_DATA: dataDirectory } = process.env
if (!port || !secret || !dataDirectory) {
  throw new Error('SANDBOX_PORT, SANDBOX_SECRET or SANDBOX_DATA is not set')
}

const isTalkative = TALKATIVE.has(process.env['LOG_LEVEL'] ?? '')
const isSilent = process.env['LOG_LEVEL'] === 'silent'

const sandbox = await startSandbox({
  port: Number(port),
  secret,
  dataDirectory,
  sms: smsOf(process.env['SANDBOX_SMS']),
  log: ({ line, isBad }) => {
    if (isTalkative || (isBad && !isSilent)) process.stdout.write(`${line}\n`)
  },
})

/** The file with what the lender registered at the SMS services. */
function smsOf(file: string | undefined) {
  if (!file) return undefined
  // Written by the program that starts this one.
  return { registration: JSON.parse(readFileSync(file, 'utf8')) as SmsRegistration }
}

process.send?.({ port: Number(new URL(sandbox.url).port) })

// A closed channel means that the parent process has ended and cannot stop this one.
for (const event of ['disconnect', 'SIGTERM', 'SIGINT']) {
  process.once(event, () => void sandbox.stop().then(() => process.exit(0)))
}
