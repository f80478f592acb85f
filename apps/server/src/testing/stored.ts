import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { TestProduct } from './product.ts'

/** Every row of every table as text, like a dump. Binary columns are in hexadecimal. */
export async function dumpDatabase(database: Queryable): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const rows = tables.map(({ name }) =>
    database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`),
  )
  return (await Promise.all(rows))
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

/** Every stored file, as it is on disk. */
export async function readUploads({ config }: Pick<TestProduct, 'config'>): Promise<Buffer[]> {
  const folder = join(config.dataDirectory, 'uploads')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))))
}
