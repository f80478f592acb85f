import { describe, expect, it } from 'vitest'
import { judgeBankCard } from './judge-bank-card.ts'

const rows = (...texts: string[]) => texts.map((text) => ({ text, confidence: 0.9 }))
const number = '6222029900000000010'

describe('judgeBankCard', () => {
  it('returns the number among the other texts of a card', () => {
    const read = judgeBankCard(rows('工商银行', number, '客服热线95588', '12/30'), undefined)
    expect(read).toEqual({ outcome: 'read', number })
  })

  it('reads letters between digits as the digits they look like', () => {
    expect(judgeBankCard(rows('62220299O000000OO10'), undefined)).toEqual({
      outcome: 'read',
      number,
    })
  })

  it('accepts a readable number on a card that is dark by its design', () => {
    expect(judgeBankCard(rows(number), 'dark')).toEqual({ outcome: 'read', number })
  })

  it('returns no number with a wrong check digit, and no part of a longer one', () => {
    expect(judgeBankCard(rows('6222029900000000011'), undefined)).toEqual({ outcome: 'blurred' })
    expect(judgeBankCard(rows(`9${number}`), undefined)).toEqual({ outcome: 'blurred' })
  })

  it('reports the fault of the picture, or that there is no card', () => {
    expect(judgeBankCard(rows('工商银行'), 'glare')).toEqual({ outcome: 'glare' })
    expect(judgeBankCard(rows('工商银行'), undefined)).toEqual({ outcome: 'notACard' })
  })
})
