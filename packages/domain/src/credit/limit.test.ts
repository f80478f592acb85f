import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import {
  availableLimit,
  cancelLimit,
  changeLimit,
  freezeLimit,
  openLimit,
  releaseLimit,
  reopenLimit,
  reserveLimit,
} from '#credit/limit.ts'
import { fen } from '#money/money.ts'
import { valueOf } from '#specimen.ts'

const today = localDate('2026-11-15')
const limit = valueOf(openLimit(fen(10_000_00n), today))

describe('a limit', () => {
  it('[E1] is opened in steps, within its bounds, for a year', () => {
    expect(limit).toMatchObject({ used: 0n, state: 'open', validUntil: '2027-11-15' })
    for (const amount of [400_00n, 200_100_00n, 1050_00n, 0n, -500_00n]) {
      expect(openLimit(fen(amount), today)).toMatchObject({
        refusal: { kind: 'limit-not-offered' },
      })
    }
  })

  it('[E7] is changed within its bounds, never below what is in use, and only lowered while it is frozen', () => {
    const used = valueOf(reserveLimit(limit, { amount: fen(9_000_00n), today }))
    expect(valueOf(changeLimit(used, fen(9_000_00n))).granted).toBe(9_000_00n)
    expect(changeLimit(used, fen(8_900_00n))).toMatchObject({ refusal: { kind: 'limit-in-use' } })
    for (const amount of [400_00n, 200_100_00n, 1050_00n]) {
      expect(changeLimit(limit, fen(amount))).toMatchObject({
        refusal: { kind: 'limit-not-offered' },
      })
    }
    for (const state of ['frozen', 'cancelled'] as const) {
      expect(changeLimit({ ...limit, state }, fen(11_000_00n))).toMatchObject({
        refusal: { kind: `limit-${state}` },
      })
    }
    expect(valueOf(changeLimit({ ...limit, state: 'frozen' }, fen(9_000_00n)))).toMatchObject({
      granted: 9_000_00n,
      state: 'frozen',
    })
  })

  it('[E8] is frozen while it is open, and opened again as it was', () => {
    const frozen = valueOf(freezeLimit(limit))
    expect(reserveLimit(frozen, { amount: fen(500_00n), today })).toMatchObject({
      refusal: { kind: 'limit-frozen' },
    })
    expect(freezeLimit(frozen)).toMatchObject({ refusal: { kind: 'limit-frozen' } })
    expect(reopenLimit(frozen)).toEqual({ ok: true, value: limit })
    expect(reopenLimit(limit)).toMatchObject({ refusal: { kind: 'limit-not-frozen' } })
    for (const change of [freezeLimit, reopenLimit]) {
      expect(change({ ...limit, state: 'cancelled' })).toMatchObject({
        refusal: { kind: 'limit-cancelled' },
      })
    }
  })

  it('[E2] refuses a draw above the available amount', () => {
    const used = valueOf(reserveLimit(limit, { amount: fen(9_000_00n), today }))
    expect(availableLimit(used)).toBe(1000_00n)
    expect(reserveLimit(used, { amount: fen(1000_01n), today })).toEqual({
      ok: false,
      refusal: { kind: 'limit-too-low', available: 1000_00n },
    })
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -5n, max: 4_000_00n }), { maxLength: 20 }), (draws) => {
        const end = draws.reduce((now, amount) => {
          const reserved = reserveLimit(now, { amount: fen(amount), today })
          return reserved.ok ? reserved.value : now
        }, limit)
        expect(end.used >= 0n && end.used <= end.granted).toBe(true)
      }),
    )
  })

  it('[E2] refuses a draw when it is frozen, cancelled or expired', () => {
    const draw = { amount: fen(500_00n), today }
    expect(reserveLimit({ ...limit, state: 'frozen' }, draw)).toMatchObject({
      refusal: { kind: 'limit-frozen' },
    })
    expect(reserveLimit({ ...limit, state: 'cancelled' }, draw)).toMatchObject({
      refusal: { kind: 'limit-cancelled' },
    })
    expect(reserveLimit(limit, { ...draw, today: limit.validUntil }).ok).toBe(true)
    const later = { ...draw, today: localDate('2027-11-16') }
    expect(reserveLimit(limit, later)).toMatchObject({ refusal: { kind: 'limit-expired' } })
    expect(reserveLimit(limit, { ...draw, amount: fen(0n) })).toMatchObject({
      refusal: { kind: 'amount-not-positive' },
    })
  })

  it('[E3] is restored by repaid principal, and by no more than the amount in use', () => {
    const used = valueOf(reserveLimit(limit, { amount: fen(500_00n), today }))
    expect(releaseLimit(used, fen(500_00n))).toEqual({ ok: true, value: limit })
    expect(releaseLimit(used, fen(500_01n))).toMatchObject({
      refusal: { kind: 'more-than-used', used: 500_00n },
    })
    expect(releaseLimit(used, fen(0n)).ok).toBe(false)
  })

  it('[E4] is cancelled only when nothing is drawn on it', () => {
    const used = valueOf(reserveLimit(limit, { amount: fen(500_00n), today }))
    expect(cancelLimit(used)).toMatchObject({ refusal: { kind: 'limit-in-use' } })
    expect(valueOf(cancelLimit(limit)).state).toBe('cancelled')
  })
})
