import type { Queryable } from '#platform/database/database.ts'
import { deleteRetiredBodyKeys } from '#http/bodies/body-key-store.ts'
import { BEGINNING } from '#http/bodies/body-memory-store.ts'

const CLEAN_EVERY_MS = 60_000

/** A body stamped five minutes ahead is taken for ten minutes; a minute more for clocks that differ. */
const SEEN_FOR_MS = 11 * 60_000

/** The app asks the vendors right before it opens an application. */
const DEVICES_KEPT_MS = 24 * 60 * 60_000

/** Removes what has run its time: counters, remembered ciphertexts, keys, sessions. */
export async function clean(database: Queryable, now: Date): Promise<void> {
  await database.query('DELETE FROM rate_limits WHERE ends_at <= $1', [now])
  await database.query('DELETE FROM seen_bodies WHERE seen_at <= $1 AND body_hash <> $2', [
    new Date(now.getTime() - SEEN_FOR_MS),
    BEGINNING,
  ])
  await deleteRetiredBodyKeys(database, now)
  await database.query('DELETE FROM sessions WHERE expires_at <= $1', [now])
  await database.query('DELETE FROM session_devices WHERE told_at <= $1', [
    new Date(now.getTime() - DEVICES_KEPT_MS),
  ])
  await database.query('DELETE FROM staff_sessions WHERE expires_at <= $1', [now])
}

/** Cleans now and then. Any number of servers may do so; a round that fails is made up by the next. */
export function keepClean(
  { database, now }: { readonly database: Queryable; readonly now: () => Date },
  onError: (error: unknown) => void,
): { stop(): void } {
  const timer = setInterval(() => void clean(database, now()).catch(onError), CLEAN_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
