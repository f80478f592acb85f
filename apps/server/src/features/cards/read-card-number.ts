import type { unreadableCard } from '@qingzhou/contract/features/cards'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { convertPicture } from '@qingzhou/platform/files/picture'
import { returnAttempt, takeAttempt } from '#features/identity/index.ts'
import type { BankCardReading } from '@qingzhou/providers/ocr/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { requireBindable } from './send-binding-code.ts'

type Deps = Pick<Services, 'database' | 'providers' | 'log' | 'today'>

const SIDE_MAX = 1600

type Answer = { readonly readsLeft: number } & (
  | { readonly outcome: 'read'; readonly cardNo: string }
  | { readonly outcome: (typeof unreadableCard)[number] }
)

/**
 * Reads the number of a bank card from a photo, for its holder to check. Neither the photo nor the
 * number is stored: the holder may take the photo of another card, or of a card of another person.
 */
export async function readCardNumber(
  services: Deps,
  caller: SignedInCaller,
  { image }: { readonly image: string },
): Promise<Answer> {
  const { customer } = caller.session
  await requireBindable(services, caller)
  const picture = await decode(services, customer, image)
  const readsLeft = await take(services, customer, 'bankCardRead')
  const reading = await read(services, customer, picture)
  return reading.outcome === 'read'
    ? { outcome: 'read', cardNo: reading.number, readsLeft }
    : { outcome: reading.outcome, readsLeft }
}

/** Decoding costs CPU time, so it has a daily quota too, a more generous one. */
async function decode(
  services: Pick<Services, 'database' | 'today'>,
  customer: CustomerNo,
  image: string,
): Promise<Buffer> {
  await take(services, customer, 'picture')
  return convertPicture(Buffer.from(image, 'base64'), { sideMax: SIDE_MAX })
}

async function take(
  services: Pick<Services, 'database' | 'today'>,
  customer: CustomerNo,
  kind: 'picture' | 'bankCardRead',
): Promise<number> {
  const left = await takeAttempt(services.database, services, { customer, kind })
  if (left === undefined) throw new Refused({ kind: 'bank-card-reads-used-up' })
  return left
}

/** A failure of the OCR provider does not use up a read. */
async function read(
  { database, providers, log, today }: Deps,
  customer: CustomerNo,
  picture: Buffer,
): Promise<BankCardReading> {
  const day = today()
  try {
    return await providers.cardReader.readBankCard(picture)
  } catch (cause) {
    await returnAttempt(database, { customer, kind: 'bankCardRead', day })
    log.warn('bank-card.not-read', { reason: faultIn(cause) })
    throw new Refused({ kind: 'bank-card-not-read' })
  }
}
