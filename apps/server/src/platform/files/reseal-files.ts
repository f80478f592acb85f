import { assert } from '@qingzhou/domain/assert'
import { customerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { ResealDeps, Resealed } from '#platform/database/reseal.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import { digestOf, type FileName } from './files.ts'
import type { ObjectStore } from './object-store.ts'

type Deps = ResealDeps & { readonly store: ObjectStore }

const SLICE_FILES = 50

/** A backup holds it shared until the bytes of the files are copied too. */
export const FILES_LOCK = 4_714_002

/** Seals the bytes of files anew, one after the other; the same promises as `resealColumns`. */
export async function resealFiles(deps: Deps): Promise<Resealed> {
  const { database, vault } = deps
  const sealedAs = vault.header.toString('hex')
  let rows = 0
  const failures: string[] = []
  let after: FileName | undefined
  do {
    const files = await staleFiles(database, { sealedAs, after })
    for (const file of files) {
      const failure = await resealFile(deps, file).catch(messageOf)
      if (failure === undefined) rows += 1
      else failures.push(failure)
      deps.onProgress?.({ table: 'files', rows })
    }
    after = files.at(-1)
  } while (after)
  const [row] = await database.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM files WHERE sealed_as IS DISTINCT FROM $1`,
    [sealedAs],
  )
  return { rows, left: row?.left ?? 0, failures: [...new Set(failures)].slice(0, 5) }
}

async function staleFiles(
  db: Queryable,
  from: { readonly sealedAs: string; readonly after: FileName | undefined },
): Promise<FileName[]> {
  const rows = await db.query<{ customer_no: string; file_no: string }>(
    `SELECT customer_no, file_no FROM files
      WHERE sealed_as IS DISTINCT FROM $1 AND (customer_no, file_no) > ($2, $3)
      ORDER BY customer_no, file_no LIMIT ${SLICE_FILES}`,
    [from.sealedAs, from.after?.customer ?? '', from.after?.fileNo ?? ''],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), fileNo: row.file_no }))
}

/**
 * Both digests are committed before the bytes are replaced, and the new one alone afterwards: stopped
 * anywhere, the file can be read, and is taken up again by the next run.
 */
async function resealFile({ database, vault, store }: Deps, file: FileName): Promise<undefined> {
  const place = placeIn('files', file.customer, file.fileNo)('object')
  const sealed = await store.get(file.fileNo)
  // Swept away meanwhile, or not yet written.
  if (!sealed) return
  const isCurrent = sealed.subarray(0, vault.header.length).equals(vault.header)
  const resealed = isCurrent ? sealed : vault.sealBytes(vault.openBytes(sealed, place), place)
  await database.query(
    `UPDATE files SET next_digest = $3 WHERE customer_no = $1 AND file_no = $2`,
    [file.customer, file.fileNo, digestOf(resealed)],
  )
  await database.inTransaction(async (tx) => {
    const [lock] = await tx.query<{ is_ours: boolean }>(
      `SELECT pg_try_advisory_xact_lock($1) AS is_ours`,
      [FILES_LOCK],
    )
    if (!lock?.is_ours) throw new Error('a backup is being taken: run it again afterwards')
    const updated = await tx.query(
      `UPDATE files SET digest = next_digest, next_digest = NULL, sealed_as = $4
        WHERE customer_no = $1 AND file_no = $2 AND next_digest = $3 RETURNING file_no`,
      [file.customer, file.fileNo, digestOf(resealed), vault.header.toString('hex')],
    )
    if (updated.length > 0) await store.put(file.fileNo, resealed)
  })
}

function messageOf(error: unknown): string {
  assert(error instanceof Error, 'what is thrown is an error')
  return `files: ${error.message}`
}
