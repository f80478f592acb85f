import { assert } from '@qingzhou/domain/assert'
import { minutesAfter } from '#clock.ts'
import { customerNo, newNo, type CustomerNo } from '#ids.ts'
import type { Database, Transaction } from '#database/database.ts'
import { placeIn } from '#database/vault/sealed-columns.ts'
import type { Vault } from '#database/vault/vault.ts'
import {
  deleteUnreferencedFile,
  findUnreferencedFiles,
  findDigests,
  insertFile,
  setAllLoose,
  setLoose,
} from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { sha256 } from '#canonical-json.ts'

/** The kind of a file, for operators of the store. */
export type FileKind =
  | 'id-card-front'
  | 'id-card-back'
  | 'face-frame'
  | 'evidence'
  | 'export'
  | 'certificate'
  | 'data-copy'

/** The owner of files that belong to the lender, in place of a customer. */
export const HOUSE = customerNo('')

export type FileName = { readonly customer: CustomerNo; readonly fileNo: string }

/**
 * Files of customers, such as photos and documents. Encrypted, and returned to their owner only.
 */
export type Files = {
  /** Stores bytes temporarily: a file that is not retained within an hour is deleted. */
  put(
    bytes: Buffer,
    about: { readonly customer: CustomerNo; readonly kind: FileKind },
  ): Promise<string>
  /** Retains a file in the transaction of the record that refers to it. */
  hold(tx: Transaction, file: FileName): Promise<void>
  /** Releases a file in the transaction that removes the reference. */
  release(tx: Transaction, file: FileName): Promise<void>
  /** Releases all files of a customer. They are deleted within the hour. */
  releaseAllOf(tx: Transaction, customer: CustomerNo): Promise<void>
  read(file: FileName): Promise<Buffer | undefined>
  /** Deletes files that were not retained for an hour, and returns their number. */
  sweep(): Promise<number>
}

type Deps = {
  readonly database: Database
  readonly store: ObjectStore
  readonly vault: Vault
  readonly now: () => Date
}

const UNREFERENCED_MINUTES = 60

export function createFiles({ database, store, vault, now }: Deps): Files {
  const findSealed = async (file: FileName, triesLeft = 2): Promise<Buffer | undefined> => {
    const digests = await findDigests(database, file)
    const sealed = digests && (await store.get(file.fileNo))
    if (!sealed) return undefined
    if (digests.some((digest) => digest.equals(digestOf(sealed)))) return sealed
    // The file may have been resealed between the two reads.
    assert(triesLeft > 0, 'a file lies in the store as it was put there')
    return findSealed(file, triesLeft - 1)
  }
  return {
    async put(bytes, { customer, kind }) {
      const fileNo = newNo()
      const sealed = vault.sealBytes(bytes, placeIn('files', customer, fileNo)('object'))
      // The row is written first, so that the sweep finds every object in the store.
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
    async sweep() {
      const unreferencedSince = minutesAfter(now(), -UNREFERENCED_MINUTES)
      let swept = 0
      // Each in its own transaction, on the node of its customer.
      for (const file of await findUnreferencedFiles(database, unreferencedSince)) {
        const isSwept = await database.inTransaction(async (tx) => {
          if (!(await deleteUnreferencedFile(tx, file, unreferencedSince))) return false
          // Before the commit: an object whose row is gone would never be found again.
          await store.delete(file.fileNo)
          return true
        })
        if (isSwept) swept += 1
      }
      return swept
    },
  }
}

export function digestOf(bytes: Buffer): Buffer {
  return sha256(bytes)
}
