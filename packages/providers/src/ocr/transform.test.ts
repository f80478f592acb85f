import { describe, expect, it } from 'vitest'
import { bankCardReadingOf, toCardReading } from './http.ts'

describe('a card reading', () => {
  it('has our field names, and omits fields that were not read', () => {
    const front = { name: '沈青禾', sex: '女', number: '99010119960312003x', address: undefined }
    expect(toCardReading('front', { outcome: 'read', front })).toEqual({
      outcome: 'read',
      front: { name: '沈青禾', sex: '女', no: '99010119960312003X' },
    })
    const back = { issueAgency: '云泽市公安局', validFrom: '20160320', validUntil: '长期' }
    expect(toCardReading('back', { outcome: 'read', back })).toEqual({
      outcome: 'read',
      back: { issueAgency: '云泽市公安局', issueDate: '20160320', expireDate: '长期' },
    })
  })

  it('a card reading of the other side only is a wrong-side photo', () => {
    expect(toCardReading('front', { outcome: 'read', back: {} })).toEqual({ outcome: 'wrongSide' })
    expect(toCardReading('back', { outcome: 'blurred' })).toEqual({ outcome: 'blurred' })
  })

  it('is truncated to the form length and has no control characters', () => {
    const front = { address: `云泽市\n${'长'.repeat(500)}`, name: '' }
    const reading = toCardReading('front', { outcome: 'read', front })
    expect(reading).toEqual({
      outcome: 'read',
      front: { address: `云泽市${'长'.repeat(117)}` },
    })
  })
})

describe('a bank card reading', () => {
  it('has the digits of the number, and is refused with a wrong check digit', () => {
    expect(bankCardReadingOf({ outcome: 'read', number: '6222 0299 0000 0000 010' })).toEqual({
      outcome: 'read',
      number: '6222029900000000010',
    })
    expect(bankCardReadingOf({ outcome: 'read', number: '6222029900000000011' })).toEqual({
      outcome: 'blurred',
    })
    expect(bankCardReadingOf({ outcome: 'glare' })).toEqual({ outcome: 'glare' })
  })
})
