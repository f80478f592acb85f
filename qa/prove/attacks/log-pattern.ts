import { setTimeout as sleep } from 'node:timers/promises'

import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack, type Attempt, type Target } from './attack.ts'
import { jsonHeaders, rawRequest } from './raw-http.ts'

const ENTRIES_MAX = 20
const DETAIL_MAX = 2000
const LINES_PER_MINUTE = 120
const REQUESTS = 10
const TAKEN = '200 COMCC00000'
const LOG_PATIENCE_MS = 20_000

/** Texts on which a careless pattern takes quadratic time. */
const hostile = {
  'one-long-word': 'a'.repeat(DETAIL_MAX),
  'dots-and-no-at': 'a.'.repeat(DETAIL_MAX / 2),
  'many-ats': 'a@'.repeat(DETAIL_MAX / 2),
  'digits-and-dashes': '1-'.repeat(DETAIL_MAX / 2),
}

/**
 * The public log call: limits the lines per network, and the length of each line before it is
 * scrubbed.
 */
export const logPattern: Attack = {
  name: 'hostile text for the public log',
  async run(target) {
    const attempts: Attempt[] = []
    for (const [event, detail] of Object.entries(hostile)) {
      attempts.push(await flood(target, { event, detail }))
    }
    const detail = 'a'.repeat(DETAIL_MAX)
    const tooLong = { event: 'too-long', detail: `${detail}a` }
    attempts.push(
      await refused(target, { entry: { event: 'too-many', detail }, count: ENTRIES_MAX + 1 }),
      await refused(target, { entry: tooLong, count: 1 }),
      await withRequestId(target),
    )
    return outcomeOf(attempts)
  },
}

type Entry = { readonly event: string; readonly detail: string }

/** Ten full requests from one network: the lines of six are accepted, the others are dropped. */
async function flood(target: Target, entry: Entry): Promise<Attempt> {
  const ip = target.newNetwork()
  const answers = []
  for (let count = 0; count < REQUESTS; count += 1) {
    answers.push(await send(target, { ip, entry, count: ENTRIES_MAX }))
  }
  const lines = await linesOf(target, entry.event)
  const what = `${entry.event}: ${lines} of ${REQUESTS * ENTRIES_MAX} lines taken, answers ${[...new Set(answers)].join()}`
  const isAnswered = answers.every((answer) => answer === TAKEN)
  return { what, isRefused: isAnswered && lines > 0 && lines <= LINES_PER_MINUTE }
}

async function refused(
  target: Target,
  { entry, count }: { readonly entry: Entry; readonly count: number },
): Promise<Attempt> {
  const answer = await send(target, { ip: target.newNetwork(), entry, count })
  const lines = await linesOf(target, entry.event)
  const what = `${entry.event}: ${lines} of ${count} lines taken, answer ${answer}`
  return { what, isRefused: answer === '200 COMVAL0001' && lines === 0 }
}

const PHONE = '13800138000'

/** A proxy may pass the id on that a client has chosen: it must not bring a phone number into the log. */
async function withRequestId(target: Target): Promise<Attempt> {
  const entry = { event: 'request-id', detail: '' }
  const headers = { 'x-request-id': PHONE }
  await send(target, { ip: target.newNetwork(), entry, count: 1, headers })
  if ((await linesOf(target, entry.event)) !== 1) throw new Error('the log line is missing')
  const isLogged = target.clientLines(entry.event).some((line) => line.includes(PHONE))
  return { what: 'the request id of a client in the log', isRefused: !isLogged }
}

/** The log is written asynchronously: wait for a line sent last from another network. */
async function linesOf(target: Target, event: string): Promise<number> {
  const last = `after-${event}`
  const entry = { event: last, detail: '' }
  const answer = await send(target, { ip: target.newNetwork(), entry, count: 1 })
  if (answer !== TAKEN) throw new Error(`a harmless log line was answered with ${answer}`)
  const deadline = Date.now() + LOG_PATIENCE_MS
  while (target.clientLines(last).length === 0) {
    if (Date.now() > deadline) throw new Error('a harmless log line did not reach the log')
    await sleep(50)
  }
  return target.clientLines(event).length
}

type Sending = {
  readonly ip: string
  readonly entry: Entry
  readonly count: number
  readonly headers?: Readonly<Record<string, string>>
}

async function send({ address }: Target, { ip, entry, count, headers }: Sending): Promise<string> {
  const entries = Array.from({ length: count }, () => ({ level: 'error', ...entry }))
  const { status, body } = await rawRequest(address, calls.system.log.path, {
    method: 'POST',
    headers: { ...jsonHeaders, ...headers, 'x-forwarded-for': ip },
    body: JSON.stringify({ entries }),
  })
  const [, code = ''] = /"code":"(\w+)"/.exec(body) ?? []
  return `${status} ${code}`
}
