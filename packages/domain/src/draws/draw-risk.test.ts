import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fen, sum } from '#money/money.ts'
import { faceReasons } from './draw-request.ts'

const calm = {
  amount: fen(20_000_00n),
  drawnToday: fen(0n),
  isNewDevice: false,
  isNewCard: false,
  drawsToday: 0,
}

it('[L13] an ordinary draw on a known device needs no face check', () => {
  expect(faceReasons(calm)).toEqual([])
  expect(faceReasons({ ...calm, drawsToday: 2 })).toEqual([])
})

it('[L13] a large draw, a new device, or the fourth draw of a day needs a face check', () => {
  expect(faceReasons({ ...calm, amount: fen(20_100_00n) })).toEqual(['large-amount-today'])
  expect(faceReasons({ ...calm, isNewDevice: true })).toEqual(['new-device'])
  expect(faceReasons({ ...calm, drawsToday: 3 })).toEqual(['many-draws-today'])
})

it('[L13] an amount that needs a face check needs it also when split over several draws of a day', () => {
  const parts = fc.array(fc.bigInt({ min: 1_00n, max: 20_000_00n }).map(fen), { minLength: 2 })
  fc.assert(
    fc.property(parts, (amounts) => {
      const isLarge = sum(amounts) > 20_000_00n
      const requests = amounts.map((amount, index) =>
        faceReasons({ ...calm, amount, drawnToday: sum(amounts.slice(0, index)) }),
      )
      expect(requests.some((reasons) => reasons.includes('large-amount-today'))).toBe(isLarge)
    }),
  )
})

it('[L20] the first draw to a new card needs a face check, whatever its amount', () => {
  expect(faceReasons({ ...calm, amount: fen(500_00n), isNewCard: true })).toEqual(['new-card'])
})

it('[L13, L20] all reasons are listed', () => {
  const signs = {
    amount: fen(50_000_00n),
    drawnToday: fen(1n),
    isNewDevice: true,
    isNewCard: true,
    drawsToday: 9,
  }
  expect(faceReasons(signs)).toEqual([
    'large-amount-today',
    'new-device',
    'new-card',
    'many-draws-today',
  ])
})
