import { assert } from '@qingzhou/domain/assert'
import { minutesAfter } from '#platform/clock.ts'
import { customerNo, type CustomerNo } from '#platform/customer-no.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Vault } from '#platform/database/vault.ts'
import { deleteLooseFiles, findDigests, insertFile, setAllLoose, setLoose } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { newNo } from '#platform/ids.ts'
import { sha256 } from '#platform/canonical-json.ts'

/** What a file is, for whoever looks after the store. */
export type FileKind = 'id-card-front' | 'id-card-back' | 'proof' | 'export' | 'certificate'

/** In the place of a customer, for files that are the house's own. */
export const HOUSE = customerNo('')

export type FileName = { readonly customer: CustomerNo; readonly fileNo: string }

/** What belongs to a customer and is no row: photos, papers. Sealed, and given to its owner only. */
export type Files = {
  /** Puts bytes away, loosely: what nothing holds within the hour is swept away. */
  put(
    bytes: Buffer,
    about: { readonly customer: CustomerNo; readonly kind: FileKind },
  ): Promise<string>
  /** Keeps a file together with what needs it. */
  hold(tx: Transaction, file: FileName): Promise<void>
  /** Lets go of a file together with what needed it. */
  release(tx: Transaction, file: FileName): Promise<void>
  /** Lets go of everything of a customer's; no file of theirs is left within the hour. */
  releaseAllOf(tx: Transaction, customer: CustomerNo): Promise<void>
  read(file: FileName): Promise<Buffer | undefined>
  /** Removes what nothing has held for an hour, and tells how many those were. */
  sweep(): Promise<number>
}

type Deps = {
  readonly database: Database
  readonly store: ObjectStore
  readonly vault: Vault
  readonly now: () => Date
}

const LOOSE_MINUTES = 60

export function createFiles({ database, store, vault, now }: Deps): Files {
  const findSealed = async (file: FileName, triesLeft = 2): Promise<Buffer | undefined> => {
    const digests = await findDigests(database, file)
    const sealed = digests && (await store.get(file.fileNo))
    if (!sealed) return undefined
    if (digests.some((digest) => digest.equals(digestOf(sealed)))) return sealed
    // It may have been sealed anew between the two.
    assert(triesLeft > 0, 'a file lies in the store as it was put there')
    return findSealed(file, triesLeft - 1)
  }
  return {
    async put(bytes, { customer, kind }) {
      const fileNo = newNo()
      const sealed = vault.sealBytes(bytes, placeIn('files', customer, fileNo)('object'))
      // The row first: whatever lies in the store can then be found by the sweeping.
      await insertFile(database, {
        customer,
        fileNo,
        kind,
        digest: digestOf(sealed),
        sealedAs: vault.header.toString('hex'),
        putAt: now(),
      })
      await store.put(fileNo, sealed)
      return fileNo
    },
    async hold(tx, file) {
      const isThere = await setLoose(tx, file, undefined)
      assert(isThere, 'a file is held before it is swept away')
    },
    async release(tx, file) {
      await setLoose(tx, file, now())
    },
    async releaseAllOf(tx, customer) {
      await setAllLoose(tx, { customer, since: now() })
    },
    async read(file) {
      const sealed = await findSealed(file)
      if (!sealed) return undefined
      return vault.openBytes(sealed, placeIn('files', file.customer, file.fileNo)('object'))
    },
    sweep: () =>
      database.inTransaction(async (tx) => {
        const swept = await deleteLooseFiles(tx, minutesAfter(now(), -LOOSE_MINUTES))
        // Before the commit: an object whose row is gone would never be found again.
        for (const fileNo of swept) await store.delete(fileNo)
        return swept.length
      }),
  }
}

export function digestOf(bytes: Buffer): Buffer {
  return sha256(bytes)
}
