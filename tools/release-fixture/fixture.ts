import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A release in use: its schema, and data written by its own use cases. */
export type ReleaseFixture = {
  readonly release: string
  /** Oldest first, with their text: a later release may have replaced the files. */
  readonly migrations: readonly {
    readonly name: string
    readonly checksum: string
    readonly sql: string
  }[]
  /** In insertion order; rows in COPY format. */
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly rows: string
  }[]
  readonly sequences: readonly {
    readonly name: string
    readonly value: string
    readonly isUsed: boolean
  }[]
  /** Sealed uploads by name, in base64. */
  readonly uploads: Readonly<Record<string, string>>
  /** Keys made only for this data, in base64. */
  readonly keys: { readonly vault: string; readonly index: string }
  /** A borrower who is repaying a loan. */
  readonly borrower: {
    readonly phone: string
    readonly customer: string
    readonly loanNo: string
    readonly idNumber: string
    readonly fileNo: string
  }
}

/** The fixture of the previous release. */
export const FIXTURE_FILE = join(import.meta.dirname, 'previous-release.json.gz')

export async function readFixture(): Promise<ReleaseFixture> {
  // Written by `npm run release-fixture`.
  return JSON.parse(gunzipSync(await readFile(FIXTURE_FILE)).toString('utf8')) as ReleaseFixture
}
