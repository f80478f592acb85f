import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { fen } from '#money/money.ts'
import { product } from '#product.ts'
import { correctedFact, fileMonthAbout, openDispute } from './dispute.ts'
import type { BureauEvent } from './month-events.ts'

const month = localDate('2026-10-31')
const today = localDate('2026-11-19')
const answerDays = product.bureau.disputeAnswerDays
const late = { about: 'status', daysLate: 12, lateClass: 1 } as const
const inTime = { about: 'status', daysLate: 0, lateClass: 0 } as const
const event: BureauEvent = { eventNo: 3, kind: 'status', asOf: month, fact: late }
const correction: BureauEvent = {
  eventNo: 4,
  kind: 'corrected',
  asOf: month,
  fact: inTime,
  named: 3,
}
const open = { eventNo: 3, isDisputed: false, today, answerDays }

describe('a dispute', () => {
  it('[law bureau-dispute] [Q5] is answered within 20 days', () => {
    const opened = openDispute([event], open)
    expect(opened.ok && opened.value.answerBy).toBe(addDays(today, 20))
  })

  it('[Q5] is about an event as it was last corrected', () => {
    const opened = openDispute([event, correction], open)
    expect(opened.ok && opened.value.told.fact).toEqual(inTime)
  })

  it('[Q5] is refused for an event that is unknown, a correction, or disputed already', () => {
    const unknown = { ok: false, refusal: { kind: 'bureau-event-unknown' } }
    expect(openDispute([event], { ...open, eventNo: 9 })).toEqual(unknown)
    expect(openDispute([event, correction], { ...open, eventNo: 4 })).toEqual(unknown)
    expect(openDispute([event], { ...open, isDisputed: true })).toEqual({
      ok: false,
      refusal: { kind: 'bureau-dispute-open' },
    })
  })

  it('[Q5] is in the file of its month, or in the later one of its event', () => {
    expect(fileMonthAbout({ fileMonth: month }, today)).toBe('2026-11-30')
    expect(fileMonthAbout({ fileMonth: localDate('2026-12-31') }, today)).toBe('2026-12-31')
  })
})

describe('an upheld dispute', () => {
  it('[Q5] corrects to what the books say, or to what a member of staff has found', () => {
    const books = { about: 'status', daysLate: 2, lateClass: 1 } as const
    expect(correctedFact(late, { found: undefined, books })).toEqual({ ok: true, value: books })
    const found = { about: 'status', daysLate: 31, lateClass: 0 } as const
    expect(correctedFact(late, { found, books })).toEqual({
      ok: true,
      value: { ...found, lateClass: 2 },
    })
  })

  it('[Q5] needs something else than was reported, of the same kind', () => {
    const needed = { ok: false, refusal: { kind: 'bureau-correction-needed' } }
    const balance = { about: 'balance', balance: fen(100n), overdue: fen(0n) } as const
    expect(correctedFact(late, { found: undefined, books: undefined })).toEqual(needed)
    expect(correctedFact(late, { found: undefined, books: late })).toEqual(needed)
    expect(correctedFact(late, { found: balance, books: inTime })).toEqual(needed)
    for (const fact of [
      balance,
      { about: 'opened', amount: fen(100n) },
      { about: 'closed', reason: 'settled' },
    ] as const) {
      expect(correctedFact(fact, { found: fact, books: undefined })).toEqual(needed)
    }
  })
})
