import { addDays, addMonths, type LocalDate } from '#calendar/local-date.ts'
import { ageOn, birthDateOf, regionOf } from '#people/id-number.ts'
import { isPersonName } from '#people/person-name.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** The fields of an identity card that can be checked. */
export interface IdCard {
  readonly name: string
  readonly idNumber: string
  readonly issuedOn: LocalDate
  /** Absent when the card is valid for life. */
  readonly expiresOn: LocalDate | undefined
}

/** The validity period of a card. */
type Term = Pick<IdCard, 'issuedOn' | 'expiresOn'>

/** The data that a card is checked against. */
export interface CardReferenceData {
  /** The number read from the photo, if it was read reliably. */
  readonly photographedNumber: string | undefined
  /** The dates read from the photo of the back, if there is one. */
  readonly photographedTerm: Term | undefined
  /** The number on file, when an existing customer presents a new card. */
  readonly numberOnFile: string | undefined
  /** Whether a region code exists. The list changes by decree, so the caller supplies it. */
  readonly isRegionKnown: (region: string) => boolean
}

/** Checks an identity card on a day. [P14, P16, P17, P18] */
export function checkIdCard<Card extends IdCard>(
  card: Card,
  today: LocalDate,
  known: CardReferenceData,
): Outcome<Card> {
  const { name, idNumber } = card
  if (!isPersonName(name)) return refused({ kind: 'field-invalid', message: '请按身份证填写姓名' })
  if (!known.isRegionKnown(regionOf(idNumber))) return refused({ kind: 'id-number-region-unknown' })
  if (!isSame(idNumber, known.photographedNumber)) {
    return refused({ kind: 'id-number-not-as-photographed' })
  }
  if (!isTermOf(card, known.photographedTerm)) {
    return refused({ kind: 'id-card-dates-not-as-photographed' })
  }
  if (!isSame(idNumber, known.numberOnFile)) return refused({ kind: 'identity-mismatch' })

  // Existing customers may pass the age limit and still have to renew their card.
  const isCustomer = known.numberOnFile !== undefined
  if (!isCustomer && !isOfAge(idNumber, today)) return refused({ kind: 'age-not-accepted' })
  return checkDates(card, today)
}

function isOfAge(idNumber: string, today: LocalDate): boolean {
  const age = ageOn(today, { birthDate: birthDateOf(idNumber) })
  return age >= product.age.min && age <= product.age.max
}

function isSame(idNumber: string, other: string | undefined): boolean {
  return other === undefined || other === idNumber
}

/** Photographed dates that no card can have were misread; the holder may correct them. */
function isTermOf({ issuedOn, expiresOn }: IdCard, term: Term | undefined): boolean {
  if (!term || !isPossible(term)) return true
  return issuedOn === term.issuedOn && expiresOn === term.expiresOn
}

function isPossible({ issuedOn, expiresOn }: Term): boolean {
  if (expiresOn === undefined) return true
  return YEARS_VALID.some((years) => isYearsAfter({ issuedOn, expiresOn, years }))
}

const YEARS_VALID = [5, 10, 20]
/** Cards valid for life are issued only from this age. */
const FOR_LIFE_FROM_AGE = 46

function checkDates<Card extends IdCard>(card: Card, today: LocalDate): Outcome<Card> {
  const { idNumber, issuedOn, expiresOn } = card
  if (issuedOn > today || issuedOn <= birthDateOf(idNumber)) {
    return refused({ kind: 'id-card-dates-wrong' })
  }
  if (!isPossible(card)) return refused({ kind: 'id-card-dates-wrong' })
  if (expiresOn === undefined) {
    const age = ageOn(issuedOn, { birthDate: birthDateOf(idNumber) })
    return age < FOR_LIFE_FROM_AGE ? refused({ kind: 'id-card-dates-wrong' }) : granted(card)
  }
  if (expiresOn < today) return refused({ kind: 'id-card-expired' })
  return granted(card)
}

/**
 * Cards issued on 29 February expire on the 28th or on 1 March, and some offices count one day
 * less.
 */
function isYearsAfter(term: { issuedOn: LocalDate; expiresOn: LocalDate; years: number }): boolean {
  const exactly = addMonths(term.issuedOn, term.years * 12)
  return addDays(exactly, -1) <= term.expiresOn && term.expiresOn <= addDays(exactly, 1)
}
