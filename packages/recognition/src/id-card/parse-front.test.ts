import { describe, expect, it } from 'vitest'

import { parseFront } from './parse-front.ts'
import { rowsOf } from './rows.ts'
import { blurredFront, tiltedFront } from './testing/recorded.ts'

const whole = {
  name: '沈青禾',
  sex: '女',
  nation: '汉',
  birth: '19960312',
  address: '清江省云舟市望江区芦花巷街道渡口路128号3栋2单元501室',
  number: '990101199603120020',
}

describe('parseFront', () => {
  it('returns all fields, with the lines of the address joined', () => {
    expect(parseFront(rowsOf(tiltedFront))).toEqual({ fields: whole, confidence: 0.99 })
  })

  it('returns the certain fields of a blurred picture and leaves out an uncertain line', () => {
    const { address: _, ...certain } = whole
    expect(parseFront(rowsOf(blurredFront)).fields).toEqual(certain)
  })

  it('prefers a valid number over the printed sex and birth date', () => {
    const { fields } = parse('性别男民族汉', '出生1998年8月12日', '公民身份号码990101199603120020')
    expect(fields).toMatchObject({ sex: '女', birth: '19960312' })
  })

  it('uses the printed fields if the number is invalid, and leaves the number out', () => {
    const { fields } = parse('性别男民族汉', '出生1998年8月2日', '公民身份号码990101199603120021')
    expect(fields).toEqual({ sex: '男', nation: '汉', birth: '19980802' })
  })

  it.each(['99O1011996O312002O', '9901 0119 9603 1200 20', '号码990101199603120020。'])(
    'reads letters that look like digits, and ignores odd marks around them: %s',
    (number) => {
      expect(parse(number.replaceAll(' ', '')).fields.number).toBe('990101199603120020')
    },
  )

  it.each([
    ['姓名欧阳淼淼', '欧阳淼淼'],
    ['姓各沈青禾', '沈青禾'],
    ['沈青禾', '沈青禾'],
    ['姓名玛依拉.艾力', '玛依拉·艾力'],
    ['姓名买买提·吐尔逊', '买买提·吐尔逊'],
  ])('finds the name in %s', (row, name) => {
    expect(parse(row, '性别女民族维吾尔').fields).toMatchObject({ name, nation: '维吾尔' })
  })

  it.each(['姓名沈', '姓名沈a禾', '姓名'])('returns no name for %s', (row) => {
    expect(parse(row, '性别女民族汉').fields.name).toBeUndefined()
  })

  it('returns no nation that does not exist', () => {
    expect(parse('性别女民族仅').fields).toEqual({ sex: '女' })
  })

  it('returns no day that does not exist', () => {
    expect(parse('出生1998年2月30日').fields).toEqual({})
  })

  it('leaves out a doubtful name', () => {
    const rows = [{ text: '姓名王号', confidence: 0.75 }, sure('性别男民族汉')]
    expect(parseFront(rows).fields.name).toBeUndefined()
  })

  it('returns nothing for an empty picture', () => {
    expect(parse()).toEqual({ fields: {}, confidence: 1 })
  })
})

function parse(...texts: string[]) {
  return parseFront(texts.map(sure))
}

function sure(text: string) {
  return { text, confidence: 1 }
}
