import type { BackReading, FrontReading } from '@qingzhou/contract/features/identity'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { sha256 } from '@qingzhou/platform/canonical-json'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { CardSide } from '@qingzhou/providers/ocr/port'
import type { Services } from '#services.ts'

/** The newest readable photo of a side. */
export type Photo<Reading> = {
  readonly fileNo: string
  readonly pictureHash: Buffer
  readonly reading: Reading
  readonly readAt: Date
}

export type Photos = {
  readonly front?: Photo<FrontReading>
  readonly back?: Photo<BackReading>
}

type Deps = Pick<Services, 'vault'>

/** Whether the photo was read after the card on file was saved, and so is not one of that card. */
export function isUnused(
  { readAt }: Pick<Photo<unknown>, 'readAt'>,
  card: { readonly savedAt: Date } | undefined,
): boolean {
  return !card || readAt > card.savedAt
}

export async function findPhotos(db: Queryable, deps: Deps, customer: CustomerNo): Promise<Photos> {
  const rows = await db.query<Row>(
    `SELECT side, file_no, picture_hash, reading_sealed, read_at FROM id_card_photos
      WHERE customer_no = $1`,
    [customer],
  )
  const [front, back] = [rows.find(isSide('front')), rows.find(isSide('back'))]
  return {
    ...(front && { front: photoOf<FrontReading>(deps, customer, front) }),
    ...(back && { back: photoOf<BackReading>(deps, customer, back) }),
  }
}

/** A number for the app that tells one photo from another, without naming its file. */
export function photoNo({ fileNo }: Pick<Photo<unknown>, 'fileNo'>): string {
  return sha256(`id-card-photo ${fileNo}`).toString('hex').slice(0, 16)
}

/** The number of both photos. */
export function idLogNoOf({ front, back }: Required<Photos>): string {
  return `${photoNo(front)}-${photoNo(back)}`
}

export async function replacePhoto(
  db: Queryable,
  { vault }: Deps,
  photo: Photo<FrontReading | BackReading> & {
    readonly customer: CustomerNo
    readonly side: CardSide
  },
): Promise<void> {
  const place = placeIn('id_card_photos', photo.customer, photo.side)
  await db.query(
    `INSERT INTO id_card_photos
       (customer_no, side, file_no, picture_hash, reading_sealed, read_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (customer_no, side) DO UPDATE SET
       file_no = excluded.file_no, picture_hash = excluded.picture_hash,
       reading_sealed = excluded.reading_sealed, read_at = excluded.read_at`,
    [
      photo.customer,
      photo.side,
      photo.fileNo,
      photo.pictureHash,
      vault.seal(JSON.stringify(photo.reading), place('reading_sealed')),
      photo.readAt,
    ],
  )
}

type Row = {
  side: CardSide
  file_no: string
  picture_hash: Buffer
  reading_sealed: Buffer
  read_at: Date
}

function isSide(side: CardSide) {
  return (row: Row) => row.side === side
}

function photoOf<Reading>({ vault }: Deps, customer: CustomerNo, row: Row): Photo<Reading> {
  const place = placeIn('id_card_photos', customer, row.side)
  return {
    fileNo: row.file_no,
    pictureHash: row.picture_hash,
    // Encrypted by this module, for this side.
    reading: JSON.parse(vault.open(row.reading_sealed, place('reading_sealed'))) as Reading,
    readAt: row.read_at,
  }
}
