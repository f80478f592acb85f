import { minutesAfter } from '#clock.ts'
import type { PlatformServices } from '#services.ts'
import { deleteOldLinks } from './file-link-store.ts'
import { deleteOldUploads } from './upload-store.ts'

const UPLOAD_MINUTES = 24 * 60

/** Deletes files without a reference, unfinished uploads and expired links. */
export async function sweepFiles({
  files,
  database,
  now,
}: Pick<PlatformServices, 'files' | 'database' | 'now'>): Promise<void> {
  await files.sweep()
  await deleteOldUploads(database, minutesAfter(now(), -UPLOAD_MINUTES))
  await deleteOldLinks(database, now())
}

const SWEEP_EVERY_MS = 60_000

/** Sweeps periodically. A failed sweep is made up by the next. */
export function scheduleSweep(
  sweep: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): void } {
  const timer = setInterval(() => void sweep().catch(onError), SWEEP_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
