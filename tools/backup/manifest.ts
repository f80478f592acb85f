import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The contents of a backup. */
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
}
export type Sequence = {
  readonly name: string
  readonly value: string
  readonly isUsed: boolean
}

/** 2: the digests of all files are in a file of their own. */
export const FORMAT = 2
export const MANIFEST = 'manifest.json'
export const UPLOADS = 'uploads'

export function rowsFile(table: string): string {
  return `${table}.rows.gz`
}

export async function readManifest(from: string): Promise<Manifest> {
  const text = await readFile(join(from, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no complete backup in ${from}.`, { cause })
  })
  const manifest = manifestIn(text)
  if (manifest === undefined) throw new Error(`${join(from, MANIFEST)} is damaged.`)
  if (manifest.format !== FORMAT) {
    throw new Error(
      `The backup in ${from} was taken by another version: check and restore it with that version.`,
    )
  }
  return manifest
}

function manifestIn(text: string): Manifest | undefined {
  try {
    // Written by this program; another format has another number.
    return JSON.parse(text) as Manifest
  } catch {
    return undefined
  }
}
