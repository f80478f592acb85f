import { randomUUID } from 'node:crypto'
import type { CardReading } from '@qingzhou/provider-api/calls'
import { readBankCard, readIdCard } from '#checks/checks.ts'

export type VendorAnswer = {
  readonly status: number
  readonly content: Readonly<Record<string, unknown>>
}

const BYTES_MAX = 10 * 1024 * 1024
/** How the files of the accepted formats begin: PNG, JPEG, WebP. */
const FORMATS = [/^\x89PNG/, /^\xff\xd8\xff/, /^RIFF....WEBP/s]

/** What the service refuses about a picture. */
function flawOf(picture: Buffer): VendorAnswer | undefined {
  if (picture.length === 0) return refused(400, 'illegalImageContent')
  if (picture.length > BYTES_MAX) return refused(413, 'exceededImageContent')
  const start = picture.subarray(0, 16).toString('latin1')
  return FORMATS.some((format) => format.test(start))
    ? undefined
    : refused(415, 'unsupportedImageFormat')
}

/** The service finds out by itself which side it is. */
export async function recognizeIdcard(picture: Buffer, declines: boolean): Promise<VendorAnswer> {
  const flaw = flawOf(picture)
  if (flaw) return flaw
  const image = picture.toString('base64')
  const front = await readIdCard({ side: 'front', image })
  const reading = front.outcome === 'wrongSide' ? await readIdCard({ side: 'back', image }) : front
  if (reading.outcome === 'notACard') return refused(400, 'unmatchedImageType')
  return read(declines ? { data: { face: { data: frontOf({}) } } } : sidesOf(reading))
}

export async function recognizeBankCard(picture: Buffer, declines: boolean): Promise<VendorAnswer> {
  const flaw = flawOf(picture)
  if (flaw) return flaw
  const reading = await readBankCard({ image: picture.toString('base64') })
  if (reading.outcome === 'notACard') return refused(400, 'unmatchedImageType')
  const cardNumber = reading.outcome === 'read' && !declines ? reading.number : ''
  return read({ data: { bankName: '', cardNumber, validToDate: '', cardType: 'DC' } })
}

/** A picture that is too dark, blurred or glaring has empty fields. */
function sidesOf(reading: CardReading): unknown {
  if (reading.outcome === 'read' && reading.back) {
    const { issueAgency = '', validFrom, validUntil } = reading.back
    const validPeriod = `${formatDottedDay(validFrom)}-${formatDottedDay(validUntil)}`
    return { data: { back: { data: { issueAuthority: issueAgency, validPeriod } } } }
  }
  const front = reading.outcome === 'read' ? (reading.front ?? {}) : {}
  return { data: { face: { data: frontOf(front) } } }
}

type Front = NonNullable<Extract<CardReading, { outcome: 'read' }>['front']>

function frontOf({ name, sex, nation, birth, address, number }: Front) {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(birth ?? '') ?? []
  return {
    name: name ?? '',
    sex: sex ?? '',
    ethnicity: nation ?? '',
    birthDate: year ? `${year}年${Number(month)}月${Number(day)}日` : '',
    address: address ?? '',
    idNumber: number ?? '',
  }
}

/** 20160320 as 2016.03.20; 长期 as it is. */
function formatDottedDay(day = ''): string {
  return day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1.$2.$3')
}

/** The fields are JSON in a text. */
function read(data: unknown): VendorAnswer {
  return { status: 200, content: { RequestId: randomUUID(), Data: JSON.stringify(data) } }
}

function refused(status: number, Code: string): VendorAnswer {
  return { status, content: { Code, Message: Code, RequestId: randomUUID() } }
}

/** An answer of Cloudauth: its code is in the body, whatever the result. */
export function cloudauthAnswer(
  Code: string,
  Message: string,
  ResultObject?: unknown,
): VendorAnswer {
  return { status: 200, content: { RequestId: randomUUID(), Code, Message, ResultObject } }
}
