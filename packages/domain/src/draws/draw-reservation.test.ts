import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { loanOfDraw, quoteDraw, endDrawReservation } from './draw-request.ts'
import { fen } from '#money/money.ts'
import { specimenRules, valueOf } from '#specimen.ts'

describe('a reserved draw', () => {
  it('[L11] ends once, booked or released', () => {
    expect(endDrawReservation('reserved', 'booked')).toEqual({ ok: true, value: 'booked' })
    expect(endDrawReservation('reserved', 'released')).toEqual({ ok: true, value: 'released' })
    expect(endDrawReservation('booked', 'booked')).toEqual({ ok: true, value: 'booked' })
    expect(endDrawReservation('released', 'released')).toEqual({ ok: true, value: 'released' })
    const booked = { ok: false, refusal: { kind: 'draw-booked' } }
    expect(endDrawReservation('booked', 'released')).toEqual(booked)
    const released = { ok: false, refusal: { kind: 'draw-released' } }
    expect(endDrawReservation('released', 'booked')).toEqual(released)
  })

  it('[L11] becomes the quoted loan, starting on the day of the disbursement', () => {
    const coupon = { kind: 'interest-free-days', days: 20 } as const
    const terms = {
      amount: fen(10_000_00n),
      months: 12,
      method: 'equal-instalments',
      annualRatePpm: 180_000n,
      coupon,
      rules: specimenRules,
    } as const
    const today = localDate('2026-11-15')
    const request = { ...terms, today, purpose: 'daily' } as const
    const { loan } = valueOf(quoteDraw(request))
    expect(valueOf(loanOfDraw({ ...terms, start: today }))).toEqual(loan)
    const later = valueOf(loanOfDraw({ ...terms, start: localDate('2026-11-17') }))
    expect(later.instalments[0]?.dueDate).toBe('2026-12-17')
    expect(loanOfDraw({ ...terms, months: 0, start: today }).ok).toBe(false)
  })
})
