import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { ageOn, birthDateOf, isIdNumber, regionOf, sexOf } from '#people/id-number.ts'

describe('ID numbers', () => {
  it('[P4] are checked by format, birth date and check character', () => {
    expect(
      ['11010519491231002X', '11010519491231002x', '440524188001010014'].map(isIdNumber),
    ).toEqual([true, true, false])
    expect(
      [
        '110105194912310020',
        '11010519490231002X',
        '01010519491231002X',
        '110105491231002',
        '',
      ].some(isIdNumber),
    ).toBe(false)
  })

  it('[P5] [3.006] contain birth date, sex and region', () => {
    const idNumber = '11010519491231002X'
    expect(birthDateOf(idNumber)).toBe('1949-12-31')
    expect(sexOf(idNumber)).toBe('female')
    expect(regionOf(idNumber)).toBe('110105')
    expect(() => birthDateOf('110105')).toThrow('only a valid ID number')
  })

  it('[P6] give an age that increases on the birthday, and on 1 March for those born on 29 February', () => {
    const birthDate = localDate('2004-02-29')
    const days = ['2022-02-28', '2022-03-01', '2024-02-28', '2024-02-29'].map(localDate)
    expect(days.map((today) => ageOn(today, { birthDate }))).toEqual([17, 18, 19, 20])
  })
})
