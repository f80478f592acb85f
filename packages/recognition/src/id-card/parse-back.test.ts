import { describe, expect, it } from 'vitest'

import { parseBack } from './parse-front.ts'
import { rowsOf } from './rows.ts'
import { phoneBack } from './testing/recorded.ts'

describe('parseBack', () => {
  it('returns the issuer and both dates', () => {
    expect(parseBack(rowsOf(phoneBack)).fields).toEqual({
      issueAgency: '云舟市公安局望江分局',
      validFrom: '20160312',
      validUntil: '20360312',
    })
  })

  it.each([
    ['有效期限2016.03.12-2036.03.12', '20160312', '20360312'],
    ['有效期限2016.03.12-长期', '20160312', '长期'],
    ['期限2016.03.12—2036.03.12', '20160312', '20360312'],
    ['2016.03.122036.03.12', '20160312', '20360312'],
    ['有效期限20160312-20360312', '20160312', '20360312'],
  ])('parseBack reads %s', (row, validFrom, validUntil) => {
    expect(parse(row)).toEqual({ validFrom, validUntil })
  })

  it.each(['有效期限2016.13.12-2036.03.12', '有效期限2036.03.12-2016.03.12', '有效期限2016.03'])(
    'returns no validity for %s',
    (row) => {
      expect(parse(row)).toEqual({})
    },
  )

  it.each([
    ['签发机关汀兰县公安局', '汀兰县公安局'],
    ['签发机美汀兰县公安局', '汀兰县公安局'],
    ['签发机关', undefined],
    ['签发机关汀a县公安局', undefined],
    ['发机关汀兰县公安局', '汀兰县公安局'],
    ['汀兰县公安局', '汀兰县公安局'],
  ])('reads the issuer in %s as %s', (row, issueAgency) => {
    expect(parse(row).issueAgency).toBe(issueAgency)
  })
})

function parse(...texts: string[]) {
  return parseBack(texts.map((text) => ({ text, confidence: 1 }))).fields
}
