import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { compiledModules, root } from '../root.ts'

/** Where test runs of this checkout leave for one another what takes long to compute. */
export const testCache = join(root, 'node_modules/.cache/qingzhou')

export const compileCache = { NODE_COMPILE_CACHE: compiledModules }

export const MEMORY = '/dev/shm'
const ROOM_NEEDED = 6 * 1024 ** 3

/**
 * In memory if there is space: a hundred databases are many thousands of files to create and
 * delete.
 */
export function folderForTests(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_NEEDED ? MEMORY : tmpdir()
}

/** Everything that a drawn picture, or what the engines read in it, depends on. */
const SOURCES = [
  'package-lock.json',
  'packages/provider-api/src/*people*.ts',
  'packages/recognition/src/**/*.ts',
  'apps/sandbox/src/{people,checks}/*.ts',
]

type PictureFolders = Record<
  'SANDBOX_PICTURES' | 'SANDBOX_READINGS' | 'RECOGNITION_RESULTS',
  string
>

/** The folders for drawn pictures and for what was read in pictures; a change of their code names others. */
export function pictureFolders(): PictureFolders {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}\0`)
  for (const file of globSync(SOURCES, { cwd: root }).toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  const folder = join(testCache, hash.digest('hex').slice(0, 16))
  return {
    SANDBOX_PICTURES: join(folder, 'pictures'),
    SANDBOX_READINGS: join(folder, 'readings'),
    RECOGNITION_RESULTS: join(folder, 'results'),
  }
}
