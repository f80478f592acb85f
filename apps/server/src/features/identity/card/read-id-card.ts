import { isIdNumber } from '@qingzhou/domain/people/id-number'
import type { BackReading, FrontReading } from '@qingzhou/contract/features/identity'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { convertPicture } from '@qingzhou/platform/files/picture'
import { lockApplication, requireStep } from '#features/applications/index.ts'
import { attemptsLeft, returnAttempt, takeAttempt } from '#features/identity/daily-attempt-store.ts'
import type { CardReading, CardSide } from '@qingzhou/providers/ocr/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findCard } from './id-card-store.ts'
import { mayAmend } from './card-on-file.ts'
import { findPhotos, isUnused, photoNo, replacePhoto } from './photo-store.ts'

type Deps = Pick<Services, 'database' | 'today'>

const SIDE_MAX = 1600

type Unread = Exclude<CardReading, { outcome: 'read' }>
type Read = {
  readonly outcome: 'read'
  /** The number of the photo. */
  readonly idLogNo?: string
  readonly ocrFrontData?: FrontReading
  readonly ocrBackData?: BackReading
}
type Answer = (Read | Unread) & { readonly readsLeft: number }

/** Reads a photo of one side of an identity card, and stores it if it is readable. */
export async function readIdCard(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'now' | 'providers' | 'log' | 'today'>,
  caller: SignedInCaller,
  { side, image }: { readonly side: CardSide; readonly image: string },
): Promise<Answer> {
  const { database } = services
  const { customer } = caller.session
  await requirePhotoAllowed(services, caller)

  // A retry sends the same photo again: return the stored result. A photo of the card on file is
  // read again: it is sent for a new card, whose photos have to be newer.
  const pictureHash = services.vault.hash('picture', image)
  const known = (await findPhotos(database, services, customer))[side]
  const card = await findCard(database, services, customer)
  if (known?.pictureHash.equals(pictureHash) && isUnused(known, card)) {
    const left = await readsLeft(services, customer)
    const reading = { outcome: 'read', [side]: known.reading } as const
    return { ...answerOf(reading, photoNo(known)), ...left }
  }
  const picture = await decode(services, customer, image)
  const left = await takeAttempt(database, services, { customer, kind: 'cardRead' })
  if (left === undefined) throw new Refused({ kind: 'card-reads-used-up' })

  const reading = checkReading(await read(services, customer, { side, picture }))
  const record = await keep(services, customer, { side, picture, pictureHash, reading })
  return { ...answerOf(reading, record && photoNo(record)), readsLeft: left }
}

/** Photos are accepted at the identity step of an application, and for an amendment. */
async function requirePhotoAllowed(services: Deps, caller: SignedInCaller): Promise<void> {
  const { database } = services
  if (await mayAmend(database, services, caller.session.customer)) return
  await requireStep(database, services, caller, 'identity')
}

export async function readsLeft(
  services: Deps,
  customer: CustomerNo,
): Promise<{ readsLeft: number }> {
  const left = await attemptsLeft(services.database, services, { customer, kind: 'cardRead' })
  return { readsLeft: left }
}

/** Decoding costs CPU time, so it has a daily quota too, a more generous one. */
async function decode(services: Deps, customer: CustomerNo, image: string): Promise<Buffer> {
  const left = await takeAttempt(services.database, services, { customer, kind: 'picture' })
  if (left === undefined) throw new Refused({ kind: 'card-reads-used-up' })
  return convertPicture(Buffer.from(image, 'base64'), { sideMax: SIDE_MAX })
}

/** A failure of the OCR provider does not use up a read. */
async function read(
  { database, providers, log, today }: Pick<Services, 'database' | 'providers' | 'log' | 'today'>,
  customer: CustomerNo,
  photo: { readonly side: CardSide; readonly picture: Buffer },
): Promise<CardReading> {
  const day = today()
  try {
    return await providers.cardReader.readCard(photo)
  } catch (cause) {
    const reason = faultIn(cause)
    await returnAttempt(database, { customer, kind: 'cardRead', day })
    log.warn('id-card.not-read', { reason })
    throw new Refused({ kind: 'outside-unavailable' })
  }
}

/**
 * The portrait is attributed to the holder of the number, so a front photo without a readable
 * number is rejected: it would fit any number.
 */
function checkReading(reading: CardReading): CardReading {
  if (reading.outcome !== 'read' || !reading.front) return reading
  return isIdNumber(reading.front.no ?? '') ? reading : { outcome: 'blurred' }
}

async function keep(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'now' | 'today'>,
  customer: CustomerNo,
  photo: {
    readonly side: CardSide
    readonly picture: Buffer
    readonly pictureHash: Buffer
    readonly reading: CardReading
  },
): Promise<{ readonly fileNo: string } | undefined> {
  const { files } = services
  const { side, picture, pictureHash, reading } = photo
  const fields = reading.outcome === 'read' && (reading.front ?? reading.back)
  if (!fields) return undefined

  const fileNo = await files.put(picture, { customer, kind: `id-card-${side}` })
  await services.database.inTransaction(async (tx) => {
    // Serialise concurrent photos of one side, so that the file of the replaced one is released.
    await lockApplication(tx, services, customer)
    const earlier = (await findPhotos(tx, services, customer))[side]
    const card = await findCard(tx, services, customer)
    const onFile = [card?.frontFileNo, card?.backFileNo]
    if (earlier && !onFile.includes(earlier.fileNo)) {
      await files.release(tx, { customer, fileNo: earlier.fileNo })
    }
    await files.hold(tx, { customer, fileNo })
    const readAt = services.now()
    const record = { customer, side, fileNo, pictureHash, reading: fields, readAt }
    await replacePhoto(tx, services, record)
  })
  return { fileNo }
}

function answerOf(reading: CardReading, idLogNo: string | undefined): Read | Unread {
  if (reading.outcome !== 'read') return reading
  const { front, back } = reading
  return {
    outcome: 'read',
    ...(idLogNo !== undefined && { idLogNo }),
    ...(front && { ocrFrontData: front }),
    ...(back && { ocrBackData: back }),
  }
}
