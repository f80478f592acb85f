import { expect, it } from 'vitest'
import { isKnownRegion } from './check-card.ts'

it.each([
  ['110105', 'a district of today'],
  ['441900', 'a city without districts'],
  ['110103', 'a district merged away'],
  ['110221', 'a county that became a district'],
  ['310230', 'a county of a city, since made a district'],
  ['510213', 'a district from before a city left its province'],
  ['132421', 'a county of a prefecture that became a city'],
  ['341402', 'a district of a city divided among its neighbours'],
  ['371202', 'a district of a city merged into another'],
  ['429004', 'a city under its province'],
  ['460004', 'a district under its province'],
  ['110000', 'a province', false],
  ['130100', 'a prefecture', false],
  ['139901', 'in no prefecture', false],
  ['160101', 'in no province', false],
  ['810001', 'of another card', false],
  ['990101', 'of no region', false],
])('region code %s is classified correctly: %s', (region, _, isKnown = true) => {
  expect(isKnownRegion(region)).toBe(isKnown)
})
