import { expect, it } from 'vitest'
import { isIdNumber } from '#people/id-number.ts'
import { mask, maskIdNumber } from '#people/masking.ts'

it.each([
  ['', ''],
  ['张三', '张三'],
  ['abcd', 'a*cd'],
  ['abcde', 'a**de'],
  ['abcdef', '*bcdef'],
  ['123456789', '****56789'],
  ['1234567890', '123****890'],
  ['13812345678', '138****5678'],
  ['11010519491231002X', '1101051****231002X'],
  ['6222021234567890128', '6222021****67890128'],
])('[P7] [5.027–5.029] masks %j as %j', (identifier, masked) => {
  expect(mask(identifier)).toBe(masked)
})

it.each([
  ['11010519491231002X', '110***********002X'],
  ['1234567', '*******'],
  ['', ''],
])('[P19] [5.030] masks the ID number %j as %j', (idNumber, masked) => {
  expect(maskIdNumber(idNumber)).toBe(masked)
})

it('[P19] leaves many possible ID numbers even to a reader who knows the birth date', () => {
  const idNumber = '11010519491231002X'
  const masked = maskIdNumber(idNumber)
  const regions = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, '0'))
  const possible = regions
    .map((region) => `${masked.slice(0, 3)}${region}${idNumber.slice(6, 14)}${masked.slice(-4)}`)
    .filter(isIdNumber)
  expect(possible.length).toBeGreaterThan(80)
})
