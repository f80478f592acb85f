import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable } from '@qingzhou/server/platform/database/database-unavailable.ts'

const TRIES = 60
const WAIT_MS = 1_000

/** Repeats idempotent work while the database is unavailable, as on an overloaded machine. */
export async function withRetries<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || tried === TRIES) throw error
      await sleep(WAIT_MS)
    }
  }
}
