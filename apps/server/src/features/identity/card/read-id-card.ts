import { isIdNumber } from '@qingzhou/domain/people/id-number'
import type { BackReading, FrontReading } from '@qingzhou/contract/identity'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { pictureOf } from '#platform/files/picture.ts'
import { lockApplication, requireAt } from '#features/applications/index.ts'
import {
  attemptsLeft,
  giveBackAttempt,
  takeAttempt,
} from '#features/identity/daily-attempt-store.ts'
import type { CardReading, CardSide } from '#providers/ocr/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findCard } from './id-card-store.ts'
import { mayAmend } from './may-amend.ts'
import { findPhotos, replacePhoto } from './photo-store.ts'

const SIDE_MAX = 1600

type Unread = Exclude<CardReading, { outcome: 'read' }>
type Read = {
  readonly outcome: 'read'
  readonly ocrFrontData?: FrontReading
  readonly ocrBackData?: BackReading
}
type Answer = (Read | Unread) & { readonly readsLeft: number }

/** Reads a photo of one side of an identity card, and keeps it when it could be read. */
export async function readIdCard(
  services: Services,
  caller: SignedInCaller,
  { side, image }: { readonly side: CardSide; readonly image: string },
): Promise<Answer> {
  const { database } = services
  const { customer } = caller.session
  await requireWanted(services, caller)

  // A phone on a train sends the same photo twice: it was read, and is not read again.
  const pictureHash = services.vault.hash('picture', image)
  const known = (await findPhotos(database, services, customer))[side]
  if (known?.pictureHash.equals(pictureHash)) {
    const left = await readsLeft(services, customer)
    return { ...answerOf({ outcome: 'read', [side]: known.reading }), ...left }
  }
  const picture = await decode(services, customer, image)
  const left = await takeAttempt(database, services, { customer, kind: 'cardRead' })
  if (left === undefined) throw new Refused({ kind: 'card-reads-used-up' })

  const reading = numbered(await read(services, customer, { side, picture }))
  await keep(services, customer, { side, picture, pictureHash, reading })
  return { ...answerOf(reading), readsLeft: left }
}

/** A card is looked at where an application asks for one, and where a customer has a new one. */
async function requireWanted(services: Services, caller: SignedInCaller): Promise<void> {
  const { database } = services
  if (await mayAmend(database, services, caller.session.customer)) return
  await requireAt(database, services, caller, 'identity')
}

export async function readsLeft(
  services: Services,
  customer: CustomerNo,
): Promise<{ readsLeft: number }> {
  const left = await attemptsLeft(services.database, services, { customer, kind: 'cardRead' })
  return { readsLeft: left }
}

/** Decoding costs us something, so it is counted too, though more generously. */
async function decode(services: Services, customer: CustomerNo, image: string): Promise<Buffer> {
  const left = await takeAttempt(services.database, services, { customer, kind: 'picture' })
  if (left === undefined) throw new Refused({ kind: 'card-reads-used-up' })
  return pictureOf(Buffer.from(image, 'base64'), { sideMax: SIDE_MAX })
}

/** A reader that is down costs the person nothing. */
async function read(
  { database, providers, log, today }: Services,
  customer: CustomerNo,
  photo: { readonly side: CardSide; readonly picture: Buffer },
): Promise<CardReading> {
  const day = today()
  try {
    return await providers.cardReader.readCard(photo)
  } catch (cause) {
    const reason = faultIn(cause)
    await giveBackAttempt(database, { customer, kind: 'cardRead', day })
    log.warn('id-card.not-read', { reason })
    throw new Refused({ kind: 'outside-unavailable' })
  }
}

/**
 * The portrait is taken for that of whoever has the number, so a photo without its number is none: it
 * would do for anybody's.
 */
function numbered(reading: CardReading): CardReading {
  if (reading.outcome !== 'read' || !reading.front) return reading
  return isIdNumber(reading.front.no ?? '') ? reading : { outcome: 'blurred' }
}

async function keep(
  services: Services,
  customer: CustomerNo,
  photo: {
    readonly side: CardSide
    readonly picture: Buffer
    readonly pictureHash: Buffer
    readonly reading: CardReading
  },
): Promise<void> {
  const { files } = services
  const { side, picture, pictureHash, reading } = photo
  const fields = reading.outcome === 'read' && (reading.front ?? reading.back)
  if (!fields) return

  const fileNo = await files.put(picture, { customer, kind: `id-card-${side}` })
  await services.database.inTransaction(async (tx) => {
    // Two photos of one side at once come one after the other, so that one of them is let go.
    await lockApplication(tx, services, customer)
    const earlier = (await findPhotos(tx, services, customer))[side]
    const card = await findCard(tx, services, customer)
    const onFile = [card?.frontFileNo, card?.backFileNo]
    if (earlier && !onFile.includes(earlier.fileNo)) {
      await files.release(tx, { customer, fileNo: earlier.fileNo })
    }
    await files.hold(tx, { customer, fileNo })
    const readAt = services.now()
    const kept = { customer, side, fileNo, pictureHash, reading: fields, readAt }
    await replacePhoto(tx, services, kept)
  })
}

function answerOf(reading: CardReading): Read | Unread {
  if (reading.outcome !== 'read') return reading
  const { front, back } = reading
  return {
    outcome: 'read',
    ...(front && { ocrFrontData: front }),
    ...(back && { ocrBackData: back }),
  }
}
