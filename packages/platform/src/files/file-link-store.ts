import { minutesAfter } from '#clock.ts'
import { customerNo, newToken } from '#ids.ts'
import type { Queryable } from '#database/database.ts'
import { placeIn } from '#database/vault/sealed-columns.ts'
import type { PlatformServices } from '#services.ts'
import type { FileName } from './files.ts'

/** Files are served under temporary links: `/files/<token>`. */
export const FILES_PATH = '/files'
const VALID_MINUTES = 10

type Deps = Pick<PlatformServices, 'vault' | 'now'>

/** A file to show, with its name and type. */
export type ShownFile = FileName & {
  readonly fileName: string
  readonly form: 'picture' | 'pdf' | 'csv' | 'zip'
}

/**
 * Creates links to files, in the order of the files, for the current session. The holder is the
 * session secret that scripts cannot read, so a leaked link does not work elsewhere.
 */
export async function newFileLinks(
  db: Queryable,
  { vault, now }: Deps,
  { holder, files }: { readonly holder: string | undefined; readonly files: readonly ShownFile[] },
): Promise<string[]> {
  if (files.length === 0 || holder === undefined) return []
  const tokens = files.map(() => newToken(24))
  const hashes = tokens.map((token) => vault.hash('link', token))
  const names = files.map(({ fileName }, at) => {
    const place = placeIn('file_links', hashes[at] ?? Buffer.alloc(0))
    return vault.seal(fileName, place('name_sealed'))
  })
  await db.query(
    `INSERT INTO file_links
       (token_hash, holder_hash, customer_no, file_no, name_sealed, form, expires_at)
     SELECT token_hash, $2, customer_no, file_no, name_sealed, form, $7
       FROM unnest($1::bytea[], $3::text[], $4::text[], $5::bytea[], $6::text[])
         AS link (token_hash, customer_no, file_no, name_sealed, form)`,
    [
      hashes,
      holderHashOf(vault, holder),
      files.map(({ customer }) => customer),
      files.map(({ fileNo }) => fileNo),
      names,
      files.map(({ form }) => form),
      minutesAfter(now(), VALID_MINUTES),
    ],
  )
  return tokens.map((token) => `${FILES_PATH}/${token}`)
}

/** The file behind a link. Undefined when the link is expired, unknown or another session's. */
export async function findLinkedFile(
  db: Queryable,
  { vault, now }: Deps,
  { token, holders }: { readonly token: string; readonly holders: readonly string[] },
): Promise<ShownFile | undefined> {
  const hash = vault.hash('link', token)
  const [row] = await db.query<{
    customer_no: string
    file_no: string
    name_sealed: Buffer
    form: ShownFile['form']
  }>(
    `SELECT customer_no, file_no, name_sealed, form FROM file_links
      WHERE token_hash = $1 AND holder_hash = ANY ($2) AND expires_at > $3`,
    [hash, holders.map((holder) => holderHashOf(vault, holder)), now()],
  )
  if (!row) return undefined
  return {
    customer: customerNo(row.customer_no),
    fileNo: row.file_no,
    fileName: vault.open(row.name_sealed, placeIn('file_links', hash)('name_sealed')),
    form: row.form,
  }
}

export async function deleteOldLinks(db: Queryable, now: Date): Promise<void> {
  await db.query(`DELETE FROM file_links WHERE expires_at < $1`, [now])
}

function holderHashOf(vault: PlatformServices['vault'], holder: string): Buffer {
  return vault.hash('link', `holder ${holder}`)
}
