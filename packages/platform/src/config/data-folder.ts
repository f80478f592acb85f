import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const CLOSED_TO_OTHERS = 0o700
const PERMISSIONS = 0o777
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Creates the data folder if it is missing. Throws one sentence if the program cannot use it. */
export function prepareDataFolder(path: string): void {
  const reason = reasonAgainst(path)
  if (reason === undefined) return
  throw new Error(`The data folder ${path} ${reason}: set DATA_DIR to another folder.`)
}

function reasonAgainst(path: string): string | undefined {
  try {
    createFolder(path)
    tryWriting(path)
    return undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const isParent = error.code === 'EEXIST' && 'path' in error && error.path !== path
    const code = isParent ? 'ENOTDIR' : String(error.code)
    return reasons[code] ?? `cannot be used (${error.message})`
  }
}

/** What is wrong with the folder, by the code of the system error. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'is not writable',
  EPERM: 'is not writable',
  EROFS: 'is on a read-only file system',
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'is inside a file, not a folder',
  ENOENT: 'cannot be created on this file system',
  ENOSPC: 'cannot be created on a full disk',
  ENOTSUP: 'is on a file system without permissions of files, which the keys and the database need',
}

/**
 * Not the recursive mkdir of Node: that never returns where the system refuses new folders with
 * ENOENT, as in /proc.
 */
function createFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (!found && dirname(path) !== path) createFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // A concurrent start may have created it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function tryWriting(path: string): void {
  const probe = join(path, `.probe-${randomUUID()}`)
  try {
    mkdirSync(probe)
    writeFileSync(join(probe, 'file'), 'written')
    chmodSync(probe, CLOSED_TO_OTHERS)
    if ((statSync(probe).mode & PERMISSIONS) !== CLOSED_TO_OTHERS) {
      throw Object.assign(new Error('permissions are ignored'), { code: 'ENOTSUP' })
    }
  } catch (error) {
    // With a full disk the server starts and answers what needs no new data.
    if (!(error instanceof Error && 'code' in error && FULL.has(String(error.code)))) throw error
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
