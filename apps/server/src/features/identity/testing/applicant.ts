import sharp from 'sharp'
import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { replacePhoto } from '#features/identity/card/photo-store.ts'
import { newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

export type Applicant = {
  readonly client: Client
  readonly customer: CustomerNo
  readonly phone: string
}

/** A new customer, signed in and at the identity step. */
export async function newApplicant(product: TestProduct): Promise<Applicant> {
  const client = product.client()
  const phone = newPhone()
  await signInWith(product, client, phone)
  const { customerNo: number } = await client.api.onboarding.currentUser({})
  return { client, phone, customer: customerNo(number) }
}

/** The same customer on another phone. */
export async function onAnotherPhone(
  product: TestProduct,
  { client: first, phone, customer }: Applicant,
): Promise<Applicant> {
  const client = product.client()
  // A second message within the hour would require an image code.
  product.advance(3_601)
  await signInWith(product, client, phone)
  // A code on a new device ends all other sessions.
  await signInWith(product, first, phone)
  return { client, phone, customer }
}

/** Rendering pictures blocks the event loop, so load shedding is disabled for these tests. */
export const patient = { EVENT_LOOP_LAG_MS_MAX: '60000' }

/** A picture of a test person from the sandbox, as base64. */
export function pictureFor({ sandbox }: TestProduct, key: string, name: string): Promise<string> {
  const path = `/people/${key}/${name}.png`
  const known = pictures.get(path) ?? photoOf(`${sandbox.url}${path}`)
  pictures.set(path, known)
  // The next test asks again.
  known.catch(() => pictures.delete(path))
  return known
}

const pictures = new Map<string, Promise<string>>()

async function photoOf(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`no picture found at ${url}`)
  const png = Buffer.from(await response.arrayBuffer())
  return (await sharp(png).jpeg({ quality: 85 }).toBuffer()).toString('base64')
}

/** A card that is defined by the test, without a picture. */
export type Card = {
  readonly name: string
  readonly no: string
  readonly nation: string
  readonly address: string
  readonly issueAgency: string
  readonly issueDate: LocalDate
  readonly expireDate: LocalDate | '长期'
}

export function cardWith(changes: Partial<Card> = {}): Card {
  return {
    name: '沈青禾',
    no: newIdNumber(),
    nation: '汉',
    address: '云泽市临江区青石路 18 号 3 栋 502 室',
    issueAgency: '云泽市公安局临江分局',
    issueDate: localDate('2016-03-20'),
    expireDate: localDate('2036-03-20'),
    ...changes,
  }
}

/** Inserts both photos as already read, as real OCR takes seconds. */
export async function photograph(
  { services }: TestProduct,
  { customer }: Pick<Applicant, 'customer'>,
  read: {
    readonly no?: string
    readonly front?: Buffer
    readonly term?: { readonly issueDate: string; readonly expireDate: string }
  } = {},
): Promise<void> {
  const { database, files, vault, now } = services
  const blank = await (blankPicture ??= newBlankPicture())
  for (const side of ['front', 'back'] as const) {
    const picture = side === 'front' ? (read.front ?? blank) : blank
    const fileNo = await files.put(picture, { customer, kind: `id-card-${side}` })
    await database.inTransaction(async (tx) => {
      await files.hold(tx, { customer, fileNo })
      await replacePhoto(tx, services, {
        customer,
        side,
        fileNo,
        pictureHash: vault.hash('picture', fileNo),
        reading: side === 'front' ? numberOf(read) : { ...read.term },
        readAt: now(),
      })
    })
  }
}

let blankPicture: Promise<Buffer> | undefined

function newBlankPicture(): Promise<Buffer> {
  const create = { width: 90, height: 60, channels: 3, background: 'white' } as const
  return sharp({ create }).jpeg().toBuffer()
}

function numberOf({ no }: { readonly no?: string }): { no?: string } {
  return no === undefined ? {} : { no }
}

/** An applicant whose card is on file and whose face check is next. */
export async function newIdentifiedApplicant(
  product: TestProduct,
  { card = cardOf(product), front }: { readonly card?: Card; readonly front?: Buffer } = {},
): Promise<Applicant & { readonly card: Card }> {
  const applicant = await newApplicant(product)
  await photograph(product, applicant, { no: card.no, ...(front && { front }) })
  await applicant.client.api.identity.saveIdCard(card)
  return { ...applicant, card }
}

/** Production accepts no region 99. It takes counties of this range for abolished ones. */
function cardOf({ services }: TestProduct): Card {
  return services.mode === 'sandbox'
    ? cardWith()
    : cardWith({ no: newIdNumber({ region: '113999' }) })
}

let people = 0

/** An ID number that no test has used before, of a region that does not exist. */
export function newIdNumber({ birth = '19900214', region = '990201' } = {}): string {
  people += 1
  const digits = `${region}${birth}${String(people % 1000).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const total = weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
  return `${digits}${'10X98765432'.charAt(total % 11)}`
}
