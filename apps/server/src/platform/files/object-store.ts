import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assert } from '@qingzhou/domain/assert'
import { WriteRefused } from '#platform/database/database-away.ts'

/** Where sealed bytes lie. A lender with an object store of its own puts an adapter here. */
export type ObjectStore = {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** What is not there counts as deleted. */
  delete(name: string): Promise<void>
}

/** Files in a folder. Names are ours and never a caller's. */
export function createFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => {
    assert(/^[a-z0-9]{8,64}$/.test(name), 'an object has a name of our own making')
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(refuse)
      // Written whole under another name first: a crash leaves no half of a file under this one.
      const draft = `${path}.${randomUUID()}`
      try {
        await writeDown(draft, bytes)
        await rename(draft, path)
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => {})
        refuse(cause)
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (cause) {
        if (isAbsent(cause)) return undefined
        throw cause
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  }
}

async function writeDown(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The codes of a folder that is full, read-only, or not to be written for another reason. */
const UNWRITABLE = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENOTDIR|EEXIST)$/

function refuse(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  throw UNWRITABLE.test(code) ? new WriteRefused(cause) : cause
}

function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
