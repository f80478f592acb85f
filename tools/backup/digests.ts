import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * The digests of all other files of a backup, as `sha256sum -c` reads them. It is written last, so
 * that an incomplete backup has none.
 */
const DIGESTS = 'SHA256SUMS'

/** SHA-256 in hex by path within the backup. */
export type Digests = ReadonlyMap<string, string>

const LINE = /^([0-9a-f]{64}) {2}([^\n]+)$/

export async function writeDigests(folder: string, digests: Digests): Promise<void> {
  const lines = [...digests].map(([path, digest]) => `${digest}  ${path}\n`)
  await writeFile(join(folder, DIGESTS), lines.join(''), { mode: 0o600 })
}

export async function readDigests(folder: string): Promise<Digests> {
  const text = await readFile(join(folder, DIGESTS), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no complete backup in ${folder}: ${DIGESTS} is missing.`, { cause })
  })
  const lines = text.split('\n')
  const rows = lines.slice(0, -1).map((line) => LINE.exec(line))
  const known = rows.flatMap((row) => (row ? [[row[2] ?? '', row[1] ?? ''] as const] : []))
  const digests = new Map(known)
  if (lines.at(-1) !== '' || digests.size !== rows.length) {
    throw new Error(`${join(folder, DIGESTS)} is damaged.`)
  }
  return digests
}

/** Reads every file through. Throws the name of the first that is missing, added or changed. */
export async function checkDigests(folder: string, digests: Digests): Promise<void> {
  const present = new Set(await filesIn(folder))
  present.delete(DIGESTS)
  const lost = [...digests.keys()].find((path) => !present.has(path))
  if (lost !== undefined) throw new Error(`${join(folder, lost)} is missing.`)
  const added = [...present].find((path) => !digests.has(path))
  if (added !== undefined) throw new Error(`${join(folder, added)} is not part of the backup.`)
  for (const path of digests.keys()) await readChecked(folder, { path, digests })
}

/** Reads a file into streams. Throws its name if it is not the one that was written. */
export async function readChecked(
  folder: string,
  { path, digests }: { readonly path: string; readonly digests: Digests },
  ...into: readonly (Transform | Writable)[]
): Promise<void> {
  const hash = createHash('sha256')
  const file = join(folder, path)
  try {
    // Without a reader behind it, the bytes are only counted into the digest.
    const [first, ...more] = into
    const counted = createReadStream(file)
    if (first) await pipeline([counted, hashingStream(hash), first, ...more])
    else for await (const chunk of counted) hash.update(chunk as Buffer)
  } catch (cause) {
    if (isDatabaseError(cause)) throw cause
    throw new Error(`${file} is damaged or cannot be read.`, { cause })
  }
  if (hash.digest('hex') !== digests.get(path)) {
    throw new Error(`${file} is damaged: its digest differs.`)
  }
}

/** What PostgreSQL says about rows that it refuses has a code of five characters. */
function isDatabaseError(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^[0-9A-Z]{5}$/.test(String(cause.code))
}

/** Writes a file from streams. Returns its digest. */
export async function writeWithDigest(
  path: string,
  ...from: readonly [NodeJS.ReadableStream, ...Transform[]]
): Promise<string> {
  const hash = createHash('sha256')
  const [source, ...through] = from
  const file = createWriteStream(path, { mode: 0o600 })
  await pipeline([source, ...through, hashingStream(hash), file])
  return hash.digest('hex')
}

/** A pass-through stream that updates the hash. */
function hashingStream(hash: { update(chunk: Buffer): unknown }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

/** The paths of all files in a folder, relative to it. None if there is no such folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(none)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

function none(cause: unknown): [] {
  if (isAbsent(cause)) return []
  throw cause
}

export function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
