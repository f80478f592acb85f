import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { checkIdCard, type IdCard, type CardReferenceData } from '#people/id-card.ts'

const today = localDate('2026-11-15')
const specimen: IdCard = {
  name: '沈青禾',
  idNumber: '990101199603120020',
  issuedOn: localDate('2016-03-20'),
  expiresOn: localDate('2036-03-20'),
}
const known: CardReferenceData = {
  photographedNumber: undefined,
  photographedTerm: undefined,
  numberOnFile: undefined,
  isRegionKnown: () => true,
}

function answerTo(changes: Partial<IdCard>, compared: Partial<CardReferenceData> = {}): string {
  const outcome = checkIdCard({ ...specimen, ...changes }, today, { ...known, ...compared })
  return outcome.ok ? 'granted' : outcome.refusal.kind
}

function dates(issued: string, expires?: string): Partial<IdCard> {
  return {
    issuedOn: localDate(issued),
    expiresOn: expires === undefined ? undefined : localDate(expires),
  }
}

describe('an identity card', () => {
  it('[P14] has a name in the format of identity cards', () => {
    expect(answerTo({})).toBe('granted')
    expect(answerTo({ name: 'Shen' })).toBe('field-invalid')
  })

  it('[P16] has a number of a known region', () => {
    const requests: string[] = []
    const isRegionKnown = (region: string) => requests.push(region) > 1
    expect(answerTo({}, { isRegionKnown })).toBe('id-number-region-unknown')
    expect(requests).toEqual(['990101'])
  })

  it.each([
    ['990105200811150014', 'granted'],
    ['99010520081116001X', 'age-not-accepted'],
    ['990105196511160019', 'granted'],
    ['990105196511150013', 'age-not-accepted'],
  ])('[P16] is accepted only within the product’s age range: %s is %s', (idNumber, answer) => {
    expect(answerTo({ idNumber, ...dates('2022-01-01', '2027-01-01') })).toBe(answer)
  })

  it('[P16] is accepted at any age when an existing customer renews it', () => {
    const idNumber = '990105196511150013'
    const renewed = { idNumber, ...dates('2022-01-01', '2027-01-01') }
    expect(answerTo(renewed, { numberOnFile: idNumber })).toBe('granted')
  })

  it.each([
    ['2016-11-15', '2026-11-15', 'granted'],
    ['2016-11-14', '2026-11-14', 'id-card-expired'],
    ['2026-11-15', '2046-11-15', 'granted'],
    ['2026-11-16', '2046-11-16', 'id-card-dates-wrong'],
    ['2024-02-29', '2034-02-28', 'granted'],
    ['2024-02-29', '2034-03-01', 'granted'],
    ['2020-01-10', '2030-01-09', 'granted'],
    ['2020-01-10', '2030-01-12', 'id-card-dates-wrong'],
    ['2020-01-10', '2035-01-10', 'id-card-dates-wrong'],
    ['2020-01-10', '2019-01-10', 'id-card-dates-wrong'],
    ['1996-03-12', '2016-03-12', 'id-card-dates-wrong'],
    ['2020-01-10', undefined, 'id-card-dates-wrong'],
  ])('[P17] issued %s and valid to %s is %s', (issued, expires, answer) => {
    expect(answerTo(dates(issued, expires))).toBe(answer)
  })

  it.each([
    ['2017-05-03', 'id-card-dates-wrong'],
    ['2017-05-04', 'granted'],
  ])(
    '[P17] is valid for life only when issued from the age of 46: issued %s it is %s',
    (issued, answer) => {
      expect(answerTo({ idNumber: '990105197105040016', ...dates(issued) })).toBe(answer)
    },
  )

  it.each([
    ['2016-03-20', '2036-03-20', 'granted'],
    ['2016-03-21', '2036-03-21', 'id-card-dates-not-as-photographed'],
    ['2006-03-20', '2026-03-20', 'id-card-dates-not-as-photographed'],
    ['2016-03-20', undefined, 'id-card-dates-not-as-photographed'],
    ['2016-03-20', '2086-03-20', 'granted'],
  ])('[P18] has the dates of its photo, unless those are impossible: %s to %s is %s', (...row) => {
    const [issuedOn, expiresOn, answer] = row
    const photographedTerm = {
      issuedOn: localDate(issuedOn),
      expiresOn: expiresOn === undefined ? undefined : localDate(expiresOn),
    }
    expect(answerTo({}, { photographedTerm })).toBe(answer)
  })

  it('[P18] has the number read from its photo, if one was read', () => {
    expect(answerTo({}, { photographedNumber: specimen.idNumber })).toBe('granted')
    expect(answerTo({}, { photographedNumber: '990102199108260014' })).toBe(
      'id-number-not-as-photographed',
    )
  })

  it('[P18] can be renewed only by the same person', () => {
    expect(answerTo({}, { numberOnFile: specimen.idNumber })).toBe('granted')
    expect(answerTo({}, { numberOnFile: '990102199108260014' })).toBe('identity-mismatch')
  })
})
