import { describe, expect, it } from 'vitest'

import { judgeCard } from './fault.ts'
import { rowsOf } from './rows.ts'
import { blurredFront, phoneBack, tiltedFront } from './testing/recorded.ts'

const [front, blurred, back] = [rowsOf(tiltedFront), rowsOf(blurredFront), rowsOf(phoneBack)]

describe('judgeCard', () => {
  it('reads the requested side', () => {
    expect(judgeCard(front, 'front', undefined)).toMatchObject({ outcome: 'read', side: 'front' })
    expect(judgeCard(back, 'back', undefined)).toMatchObject({ outcome: 'read', side: 'back' })
  })

  it('reports the wrong side, even for a bad picture', () => {
    expect(judgeCard(back, 'front', undefined)).toEqual({ outcome: 'wrongSide' })
    expect(judgeCard(front, 'back', 'dark')).toEqual({ outcome: 'wrongSide' })
  })

  it('reports a picture without a card', () => {
    expect(judgeCard([], 'front', undefined)).toEqual({ outcome: 'notACard' })
    const receipt = [{ text: '姓名张三', confidence: 1 }]
    expect(judgeCard(receipt, 'front', undefined)).toEqual({ outcome: 'notACard' })
  })

  it('reports a fault of the picture instead of a missing card', () => {
    expect(judgeCard([], 'front', 'dark')).toEqual({ outcome: 'dark' })
    expect(judgeCard([], 'back', 'blurred')).toEqual({ outcome: 'blurred' })
  })

  it('refuses a reflection, as missing text would not be noticed', () => {
    expect(judgeCard(front, 'front', 'glare')).toEqual({ outcome: 'glare' })
  })

  it('accepts a bad picture if only one field is missing', () => {
    expect(judgeCard(blurred, 'front', 'blurred')).toMatchObject({ outcome: 'read' })
    const nameless = blurred.filter(({ text }) => !text.startsWith('姓名'))
    expect(judgeCard(nameless, 'front', 'blurred')).toEqual({ outcome: 'blurred' })
  })

  it('refuses a bad picture without the number', () => {
    const numberless = front.filter(({ text }) => !/\d{17}/.test(text))
    expect(judgeCard(numberless, 'front', 'dark')).toEqual({ outcome: 'dark' })
  })

  it('accepts a good picture of a worn card with the readable fields', () => {
    const worn = front.filter(({ text }) => !/\d{17}|芦花|姓名/.test(text))
    expect(judgeCard(worn, 'front', undefined)).toMatchObject({
      outcome: 'read',
      fields: { sex: '女', nation: '汉', birth: '19960312' },
    })
  })

  it('reports blur if almost nothing can be read', () => {
    const bare = front.filter(({ text }) => /性别/.test(text))
    expect(judgeCard([...bare, { text: '出生', confidence: 1 }], 'front', undefined)).toEqual({
      outcome: 'blurred',
    })
  })
})
