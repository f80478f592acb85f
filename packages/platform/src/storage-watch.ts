import { randomBytes } from 'node:crypto'
import type { Database } from './database/database.ts'
import { WriteRefused } from './database/database-unavailable.ts'
import { writeToDatabase } from './database/write-probe-store.ts'
import type { ObjectStore } from './files/object-store.ts'
import type { Log } from './log.ts'
import { newNo } from './ids.ts'

/** Checks whether the storage of database and uploads is writable. */
export type StorageWatch = {
  /**
   * What cannot be written, as text for an operator. Checked again when the last check is old or
   * found a fault.
   */
  faults(): Promise<readonly string[]>
}

type Deps = { readonly database: Database; readonly uploads: ObjectStore; readonly log: Log }

const CHECK_INTERVAL_MS = 5_000
const PROBE_BYTES = 4_096

export function watchStorage(deps: Deps): StorageWatch {
  const name = `probe${newNo(12)}`
  let found: readonly string[] = []
  let triedAt = Number.NEGATIVE_INFINITY
  return {
    async faults() {
      if (found.length === 0 && performance.now() - triedAt < CHECK_INTERVAL_MS) return found
      triedAt = performance.now()
      const tried = await Promise.all([
        tryToWrite('database', () => writeToDatabase(deps.database)),
        tryToWrite('uploads', async () => {
          await deps.uploads.put(name, randomBytes(PROBE_BYTES))
          await deps.uploads.delete(name)
        }),
      ])
      const now = tried.filter((fault) => fault !== undefined)
      if (now.length > 0 && found.length === 0) deps.log.error('storage.cannot-be-written')
      if (now.length === 0 && found.length > 0) deps.log.info('storage.can-be-written-again')
      found = now
      return found
    },
  }
}

async function tryToWrite(what: string, write: () => Promise<void>): Promise<string | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    // Other faults are found by other checks.
    if (!(error instanceof WriteRefused)) return undefined
    const cause = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : 'fault'
    return `storage: ${what} cannot be written (${String(cause)})`
  }
}
