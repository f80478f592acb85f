import { assert } from '@qingzhou/domain/assert'
import type { ResealDeps, ResealResult } from '#database/vault/reseal.ts'
import { placeIn } from '#database/vault/sealed-columns.ts'
import {
  countStaleFiles,
  saveNextDigest,
  staleFiles,
  takeNextDigest,
  tryLockFiles,
} from './file-digest-store.ts'
import { digestOf, type FileName } from './files.ts'
import type { ObjectStore } from './object-store.ts'

type Deps = ResealDeps & { readonly store: ObjectStore }

const SLICE_FILES = 50

/** Reseals the bytes of files one by one, with the same guarantees as `resealColumns`. */
export async function resealFiles(deps: Deps): Promise<ResealResult> {
  const { database, vault } = deps
  const sealedAs = vault.header.toString('hex')
  let rows = 0
  const failures: string[] = []
  let after: FileName | undefined
  do {
    const files = await staleFiles(database, { sealedAs, after, count: SLICE_FILES })
    for (const file of files) {
      const failure = await resealFile(deps, file).catch(messageOf)
      if (failure === undefined) rows += 1
      else failures.push(failure)
      deps.onProgress?.({ table: 'files', rows })
    }
    after = files.at(-1)
  } while (after)
  const left = await countStaleFiles(database, sealedAs)
  return { rows, left, failures: [...new Set(failures)].slice(0, 5) }
}

/**
 * Both digests are committed before the bytes are replaced, and only the new one afterwards. If
 * stopped at any point, the file stays readable and the next run continues with it.
 */
async function resealFile({ database, vault, store }: Deps, file: FileName): Promise<undefined> {
  const place = placeIn('files', file.customer, file.fileNo)('object')
  const sealed = await store.get(file.fileNo)
  // Deleted meanwhile, or not yet written.
  if (!sealed) return
  const isCurrent = sealed.subarray(0, vault.header.length).equals(vault.header)
  const resealed = isCurrent ? sealed : vault.sealBytes(vault.openBytes(sealed, place), place)
  const digest = digestOf(resealed)
  await saveNextDigest(database, file, digest)
  await database.inTransaction(async (tx) => {
    if (!(await tryLockFiles(tx)))
      throw new Error('a backup is in progress: run reseal again afterwards')
    const isTaken = await takeNextDigest(tx, file, {
      digest,
      sealedAs: vault.header.toString('hex'),
    })
    if (isTaken) await store.put(file.fileNo, resealed)
  })
}

function messageOf(error: unknown): string {
  assert(error instanceof Error, 'what is thrown is an error')
  return `files: ${error.message}`
}
