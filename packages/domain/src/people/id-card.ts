import { addDays, addMonths, type LocalDate } from '#calendar/local-date.ts'
import { ageOn, birthDateOf, regionOf } from '#people/id-number.ts'
import { isPersonName } from '#people/person-name.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** What stands on an identity card, as far as it can be checked. */
export interface IdCard {
  readonly name: string
  readonly idNumber: string
  readonly issuedOn: LocalDate
  /** Absent when the card is valid for life. */
  readonly expiresOn: LocalDate | undefined
}

/** From when to when a card is valid. */
type Term = Pick<IdCard, 'issuedOn' | 'expiresOn'>

/** What the card is compared with. */
export interface KnownOfCard {
  /** The number read off the photo, when it was read for sure. */
  readonly photographedNumber: string | undefined
  /** The dates read off the other photo, when there were two. */
  readonly photographedTerm: Term | undefined
  /** The number on file, when a customer shows a new card. */
  readonly numberOnFile: string | undefined
  /** Regions are a list that changes by decree, so whoever has the list is asked. */
  readonly isRegionKnown: (region: string) => boolean
}

/** Whether a card may be taken for its holder's on a day. [P14, P16, P17, P18] */
export function checkIdCard<Card extends IdCard>(
  card: Card,
  today: LocalDate,
  known: KnownOfCard,
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

  // Who is a customer grows older, and still has to say who they are.
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

/** Dates that no card has were misread, and are the holder's to correct. */
function isTermOf({ issuedOn, expiresOn }: IdCard, term: Term | undefined): boolean {
  if (!term || !isPossible(term)) return true
  return issuedOn === term.issuedOn && expiresOn === term.expiresOn
}

function isPossible({ issuedOn, expiresOn }: Term): boolean {
  if (expiresOn === undefined) return true
  return YEARS_VALID.some((years) => isYearsAfter({ issuedOn, expiresOn, years }))
}

const YEARS_VALID = [5, 10, 20]
/** Nobody younger is given a card for life. */
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

/** Cards issued on a 29 February end on the 28th or on 1 March, and some offices count a day less. */
function isYearsAfter(term: { issuedOn: LocalDate; expiresOn: LocalDate; years: number }): boolean {
  const exactly = addMonths(term.issuedOn, term.years * 12)
  return addDays(exactly, -1) <= term.expiresOn && term.expiresOn <= addDays(exactly, 1)
}
