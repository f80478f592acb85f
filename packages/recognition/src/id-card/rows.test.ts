import { describe, expect, it } from 'vitest'

import { rowsOf } from './rows.ts'
import { tiltedFront } from './testing/recorded.ts'

const texts = [
  '姓名沈青禾',
  '性别女民族汉',
  '出生1996年3月12日',
  '住址清江省云舟市望江区芦花巷街',
  '道渡口路128号3栋2单元',
  '501室',
  '公民身份号码990101199603120020',
  '测试样张',
]

describe('rowsOf', () => {
  it('finds the rows of a crooked picture', () => {
    expect(rowsOf(tiltedFront).map(({ text }) => text)).toEqual(texts)
  })

  it('does not depend on the order of the pieces', () => {
    expect(rowsOf(tiltedFront.toReversed()).map(({ text }) => text)).toEqual(texts)
  })

  it('normalises digits and removes spaces', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 90, y: 0 },
      { x: 90, y: 20 },
      { x: 0, y: 20 },
    ] as const
    const pieces = [{ text: '９９０１ ０１Ｘ', confidence: 0.9, corners: square }]
    expect(rowsOf(pieces)).toEqual([{ text: '990101X', confidence: 0.9 }])
  })

  it('takes the confidence of the text beside the label', () => {
    const doubtful = tiltedFront.map((piece) =>
      piece.text === '姓名' ? { ...piece, confidence: 0.3 } : piece,
    )
    expect(rowsOf(doubtful)[0]).toEqual({ text: '姓名沈青禾', confidence: 0.99 })
  })

  it('returns nothing for no pieces', () => {
    expect(rowsOf([])).toEqual([])
  })
})
