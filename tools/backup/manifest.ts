import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The contents of a backup. It is written last, so that an incomplete backup has none. */
export type Manifest = {
  readonly format: typeof FORMAT
  readonly takenAt: string
  readonly migrations: readonly Migration[]
  /** In insertion order: referenced tables come first. */
  readonly tables: readonly Table[]
  readonly sequences: readonly Sequence[]
  readonly uploads: number
}

export type Migration = { readonly name: string; readonly checksum: string }
export type Table = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  /** SHA-256 of its rows, in hex. */
  readonly digest: string
}
export type Sequence = {
  readonly name: string
  readonly value: string
  readonly isUsed: boolean
}

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const UPLOADS = 'uploads'

export function rowsFile(table: string): string {
  return `${table}.rows.gz`
}

export async function readManifest(from: string): Promise<Manifest> {
  const text = await readFile(join(from, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no complete backup in ${from}.`, { cause })
  })
  // Written by this program; another format has another number.
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== FORMAT) throw new Error(`This backup has another format version.`)
  return manifest
}
