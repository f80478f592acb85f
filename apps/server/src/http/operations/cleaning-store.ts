import type { Queryable } from '@qingzhou/platform/database/database'
import { deleteOldProcesses } from '@qingzhou/platform/processes/process-store'
import { SESSION_DAYS_MAX } from '#features/sessions/index.ts'
import { deleteRetiredBodyKeys, SEEN_BODIES_START } from '#http/bodies/body-key-store.ts'

const CLEAN_EVERY_MS = 60_000

/**
 * A body stamped five minutes ahead is accepted for ten minutes. One more minute allows for clock
 * differences between servers.
 */
const SEEN_BODIES_RETENTION_MS = 11 * 60_000

/** A session stays bound to its device as long as it can last. */
const DEVICES_RETENTION_MS = SESSION_DAYS_MAX * 24 * 60 * 60_000

/** Deletes expired rate limits, seen bodies, keys, sessions and session devices. */
export async function clean(database: Queryable, now: Date): Promise<void> {
  await database.query('DELETE FROM rate_limits WHERE ends_at <= $1', [now])
  await database.query('DELETE FROM seen_bodies WHERE seen_at <= $1 AND body_hash <> $2', [
    new Date(now.getTime() - SEEN_BODIES_RETENTION_MS),
    SEEN_BODIES_START,
  ])
  await deleteRetiredBodyKeys(database, now)
  await database.query('DELETE FROM sessions WHERE expires_at <= $1', [now])
  await database.query('DELETE FROM session_devices WHERE answered_at <= $1', [
    new Date(now.getTime() - DEVICES_RETENTION_MS),
  ])
  await database.query('DELETE FROM staff_sessions WHERE expires_at <= $1', [now])
  await deleteOldProcesses(database)
}

/**
 * Runs the cleanup every minute. Several servers may run it, and a failed run is made up by the
 * next.
 */
export function scheduleCleanup(
  { database, now }: { readonly database: Queryable; readonly now: () => Date },
  onError: (error: unknown) => void,
): { stop(): void } {
  const timer = setInterval(() => void clean(database, now()).catch(onError), CLEAN_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
