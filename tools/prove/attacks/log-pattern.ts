import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack } from './attack.ts'
import { jsonHeaders, rawRequest } from './raw-http.ts'

const ENTRIES = 20
const DETAIL_MAX = 2000
const ROUNDS = 3
/** A pattern that tries every start for every end takes a hundred times as long and more. */
const RATIO_MAX = 15
const SLOW_MS = 150

const hostile = {
  'e-mail pattern': 'a'.repeat(DETAIL_MAX),
  'dots and no at': 'a.'.repeat(DETAIL_MAX / 2),
  'many ats': 'a@'.repeat(DETAIL_MAX / 2),
  'digits and dashes': '1-'.repeat(DETAIL_MAX / 2),
}

/** Texts on which a careless pattern takes quadratic time, beside a harmless text of the same size. */
export const logPattern: Attack = {
  name: 'log text that makes a pattern slow',
  async run({ address }) {
    const harmless = await fastest(address, '? '.repeat(DETAIL_MAX / 2))
    const attempts = []
    for (const [name, detail] of Object.entries(hostile)) {
      const taken = await fastest(address, detail)
      const isRefused = taken < Math.max(SLOW_MS, RATIO_MAX * harmless)
      attempts.push({ what: `${name}: ${Math.round(taken)} ms for one request`, isRefused })
    }
    return outcomeOf(attempts)
  },
}

async function fastest(address: string, detail: string): Promise<number> {
  const entry = { level: 'error', event: 'attack', detail }
  const body = JSON.stringify({ entries: Array.from({ length: ENTRIES }, () => entry) })
  let best = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await rawRequest(address, calls.system.log.path, { method: 'POST', headers: jsonHeaders, body })
    best = Math.min(best, performance.now() - started)
  }
  return best
}
