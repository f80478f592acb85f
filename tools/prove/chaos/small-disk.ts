import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const SIZE = '1500m'
const CHUNK = Buffer.alloc(1024 * 1024)

export type SmallDisk = {
  readonly path: string
  /** Writes until nothing more fits. */
  fill(): void
  /** Gives the room back. */
  free(): void
  unmount(): void
}

/** A disk of its own for database and uploads, so that it can be filled. Nothing without the right to mount. */
export function mountSmallDisk(path: string): SmallDisk | undefined {
  mkdirSync(path, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', path])
  if (mounted.status !== 0) return undefined
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'w')
      try {
        while (statfsSync(path).bavail > 0) writeSync(file, CHUNK)
      } catch {
        // No space left: that is what was wanted.
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => void spawnSync('umount', ['-l', path]),
  }
}
