import { describe, expect, it } from 'vitest'

import { judgeCard } from './fault.ts'
import { rowsOf } from './rows.ts'
import { blurredFront, phoneBack, tiltedFront } from './testing/recorded.ts'

const [front, blurred, back] = [rowsOf(tiltedFront), rowsOf(blurredFront), rowsOf(phoneBack)]

describe('a picture of a card', () => {
  it('is read when it shows the side that was asked for', () => {
    expect(judgeCard(front, 'front', undefined)).toMatchObject({ outcome: 'read', side: 'front' })
    expect(judgeCard(back, 'back', undefined)).toMatchObject({ outcome: 'read', side: 'back' })
  })

  it('of the other side is told so, even when it is a bad one', () => {
    expect(judgeCard(back, 'front', undefined)).toEqual({ outcome: 'wrongSide' })
    expect(judgeCard(front, 'back', 'dark')).toEqual({ outcome: 'wrongSide' })
  })

  it('without a card is no card', () => {
    expect(judgeCard([], 'front', undefined)).toEqual({ outcome: 'notACard' })
    const receipt = [{ text: '姓名张三', confidence: 1 }]
    expect(judgeCard(receipt, 'front', undefined)).toEqual({ outcome: 'notACard' })
  })

  it('without a card, for a reason that shows, is told the reason', () => {
    expect(judgeCard([], 'front', 'dark')).toEqual({ outcome: 'dark' })
    expect(judgeCard([], 'back', 'blurred')).toEqual({ outcome: 'blurred' })
  })

  it('with a reflection is refused, as what it hides is not missed', () => {
    expect(judgeCard(front, 'front', 'glare')).toEqual({ outcome: 'glare' })
  })

  it('that is bad is taken when only one field is missing', () => {
    expect(judgeCard(blurred, 'front', 'blurred')).toMatchObject({ outcome: 'read' })
    const nameless = blurred.filter(({ text }) => !text.startsWith('姓名'))
    expect(judgeCard(nameless, 'front', 'blurred')).toEqual({ outcome: 'blurred' })
  })

  it('that is bad is refused without the number', () => {
    const numberless = front.filter(({ text }) => !/\d{17}/.test(text))
    expect(judgeCard(numberless, 'front', 'dark')).toEqual({ outcome: 'dark' })
  })

  it('that is good is taken with what can be read of a worn card', () => {
    const worn = front.filter(({ text }) => !/\d{17}|芦花|姓名/.test(text))
    expect(judgeCard(worn, 'front', undefined)).toMatchObject({
      outcome: 'read',
      fields: { sex: '女', nation: '汉', birth: '19960312' },
    })
  })

  it('on which next to nothing can be read is blurred', () => {
    const bare = front.filter(({ text }) => /性别/.test(text))
    expect(judgeCard([...bare, { text: '出生', confidence: 1 }], 'front', undefined)).toEqual({
      outcome: 'blurred',
    })
  })
})
