import { PART_BYTES } from '@qingzhou/contract/wire/files'
import { product } from '@qingzhou/domain/product'
import type { Queryable } from '#database/database.ts'
import { Refused } from '#refused.ts'
import type { PlatformServices } from '#services.ts'
import type { KnownUpload, UploadKey } from './upload-store.ts'
import {
  countParts,
  deleteUpload,
  findUpload,
  insertUpload,
  readParts,
  storeUploadPart,
} from './upload-store.ts'
import { sha256 } from '#canonical-json.ts'

const LENGTH_MAX = 80
const DEFAULT_FILE_NAME = '文件'

/**
 * Control characters and those that change the writing direction: `cod.exe` may look like
 * `exe.doc`.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

/** A caller's file name, safe to show as text: no folders, no invisible characters. */
export function cleanFileName(input: string): string {
  const base = input.split(/[/\\]/).at(-1) ?? ''
  const seen = base.replaceAll(INVISIBLE, '').trim()
  const characters = Array.from(seen)
  if (seen === '' || /^\.+$/.test(seen)) return DEFAULT_FILE_NAME
  if (characters.length <= LENGTH_MAX) return seen

  // Keep the extension, which shows the type.
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(seen)?.[0] ?? ''
  return `${characters.slice(0, LENGTH_MAX - ending.length).join('')}${ending}`
}

export type { UploadKey } from './upload-store.ts'

/** One part of an announced file. Without a part, it queries the progress. */
export type SentPart = {
  readonly fileName: string
  readonly size: number
  /** SHA-256 of the whole file, in hex. */
  readonly digest: string
  readonly part?: { readonly at: number; readonly bytes: string } | undefined
}

export type ReceivedParts = {
  /** The number of consecutive parts received. */
  readonly parts: number
  readonly isWhole: boolean
  /** The resulting file, if the upload is finished. */
  readonly fileNo: string | undefined
}

const UNFINISHED_MAX = 12
const DAY_SECONDS = 24 * 60 * 60

type Deps = Pick<PlatformServices, 'database' | 'vault' | 'limiter' | 'now'>

/**
 * Receives a part of a file. Parts may be repeated and come in any order. Another file under the
 * same number is refused.
 */
export async function receivePart(
  deps: Deps,
  key: UploadKey,
  sent: SentPart,
  partBytes = PART_BYTES,
): Promise<ReceivedParts> {
  const { database } = deps
  const { part } = sent
  const begun = await findUpload(database, deps, key)
  if (!begun && !part) return { parts: 0, isWhole: false, fileNo: undefined }
  if (!begun) await begin(deps, key, sent)
  const known = begun ?? (await findUpload(database, deps, key))
  if (known && !isAnnouncedAlike(deps, known, sent)) throw new Refused({ kind: 'number-taken' })

  const total = Math.ceil(sent.size / partBytes)
  if (known?.fileNo !== undefined) return { parts: total, isWhole: true, fileNo: known.fileNo }
  if (part) {
    const bytes = Buffer.from(part.bytes, 'base64')
    const length = Math.min(partBytes, sent.size - part.at * partBytes)
    if (bytes.length !== length) throw new Refused({ kind: 'file-damaged' })
    await storeUploadPart(database, deps, { key, at: part.at, bytes })
  }
  const parts = await countParts(database, key)
  // Another request may have finished the upload in between, which deletes its parts.
  const fileNo = parts === 0 ? (await findUpload(database, deps, key))?.fileNo : undefined
  if (fileNo !== undefined) return { parts: total, isWhole: true, fileNo }
  return { parts, isWhole: parts === total, fileNo: undefined }
}

/**
 * The whole file. Undefined when it is incomplete or deleted. If it does not match the announced
 * digest, its parts are deleted, so that it can be sent again.
 */
export async function readUpload(
  db: Queryable,
  deps: Pick<Deps, 'vault'>,
  key: UploadKey,
  partBytes = PART_BYTES,
): Promise<{ readonly bytes: Buffer; readonly fileName: string } | undefined> {
  const known = await findUpload(db, deps, key)
  if (!known || known.fileNo !== undefined) return undefined
  const total = Math.ceil(known.size / partBytes)
  const parts = await readParts(db, deps, key)
  // Also if another request has just finished the upload, which deletes its parts.
  if (parts.length !== total) return undefined

  const bytes = Buffer.concat(parts)
  const digest = sha256(bytes).toString('hex')
  if (!digestHashOf(deps, digest).equals(known.digestHash)) {
    await deleteUpload(db, key)
    throw new Refused({ kind: 'file-damaged' })
  }
  return { bytes, fileName: known.fileName }
}

export async function dropUpload(db: Queryable, key: UploadKey): Promise<void> {
  await deleteUpload(db, key)
}

/** The owner that an upload is counted for. */
export function ownerOf({ customer, staffNo }: UploadKey): string {
  return staffNo === '' ? `customer:${customer}` : `staff:${staffNo}`
}

async function begin(deps: Deps, key: UploadKey, sent: SentPart): Promise<void> {
  const taken = await deps.limiter.take({
    key: `uploads:${ownerOf(key)}`,
    limit: (key.staffNo === '' ? product.evidence : product.staff).uploadsPerDay,
    windowSeconds: DAY_SECONDS,
  })
  if (!taken.ok) throw new Refused({ kind: 'uploads-used-up' })
  const known = {
    fileName: cleanFileName(sent.fileName),
    size: sent.size,
    digestHash: digestHashOf(deps, sent.digest),
  }
  const at = deps.now()
  await insertUpload(deps.database, deps, { key, known, at, unfinishedMax: UNFINISHED_MAX })
}

function isAnnouncedAlike(
  deps: Pick<Deps, 'vault'>,
  { size, digestHash }: KnownUpload,
  sent: SentPart,
): boolean {
  return size === sent.size && digestHash.equals(digestHashOf(deps, sent.digest))
}

function digestHashOf({ vault }: Pick<Deps, 'vault'>, digest: string): Buffer {
  return vault.hash('file', digest)
}
