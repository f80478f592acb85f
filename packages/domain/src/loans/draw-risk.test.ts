import { expect, it } from 'vitest'
import { fen } from '#money/money.ts'
import { faceReasons } from './draw-risk.ts'

const calm = { amount: fen(20_000_00n), isNewDevice: false, drawsToday: 0 }

it('[L13] a usual draw on a known device needs no face', () => {
  expect(faceReasons(calm)).toEqual([])
  expect(faceReasons({ ...calm, drawsToday: 2 })).toEqual([])
})

it('[L13] a large draw, a new device, or the fourth draw of a day needs one', () => {
  expect(faceReasons({ ...calm, amount: fen(20_100_00n) })).toEqual(['large-amount'])
  expect(faceReasons({ ...calm, isNewDevice: true })).toEqual(['new-device'])
  expect(faceReasons({ ...calm, drawsToday: 3 })).toEqual(['many-draws-today'])
})

it('[L13] all reasons are named', () => {
  const signs = { amount: fen(50_000_00n), isNewDevice: true, drawsToday: 9 }
  expect(faceReasons(signs)).toEqual(['large-amount', 'new-device', 'many-draws-today'])
})
