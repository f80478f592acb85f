import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { loanOfDraw, quoteDraw } from '#loans/draw-request.ts'
import { endHeldDraw } from '#loans/held-draw.ts'
import { fen } from '#money/money.ts'
import { valueOf } from '#specimen.ts'

describe('a held draw', () => {
  it('[L11] ends once, booked or released', () => {
    expect(endHeldDraw('held', 'booked')).toEqual({ ok: true, value: 'booked' })
    expect(endHeldDraw('held', 'released')).toEqual({ ok: true, value: 'released' })
    expect(endHeldDraw('booked', 'booked')).toEqual({ ok: true, value: 'booked' })
    expect(endHeldDraw('released', 'released')).toEqual({ ok: true, value: 'released' })
    const booked = { ok: false, refusal: { kind: 'draw-booked' } }
    expect(endHeldDraw('booked', 'released')).toEqual(booked)
    const released = { ok: false, refusal: { kind: 'draw-released' } }
    expect(endHeldDraw('released', 'booked')).toEqual(released)
  })

  it('[L11] becomes the loan that was quoted, from the day its money goes out', () => {
    const coupon = { kind: 'interest-free-days', days: 20 } as const
    const terms = {
      amount: fen(10_000_00n),
      months: 12,
      method: 'equal-instalments',
      annualRatePpm: 180_000n,
      coupon,
      lender: 'bank',
    } as const
    const today = localDate('2026-11-15')
    const asked = { ...terms, today, purpose: 'daily' } as const
    const { loan } = valueOf(quoteDraw(asked))
    expect(valueOf(loanOfDraw({ ...terms, start: today }))).toEqual(loan)
    const later = valueOf(loanOfDraw({ ...terms, start: localDate('2026-11-17') }))
    expect(later.instalments[0]?.dueDate).toBe('2026-12-17')
    expect(loanOfDraw({ ...terms, months: 0, start: today }).ok).toBe(false)
  })
})
