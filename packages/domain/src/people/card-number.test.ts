import { expect, it } from 'vitest'
import { hasLuhnCheckDigit, isCardNumber } from '#people/card-number.ts'

it('[P2] [5.011] a card number has 14 to 19 digits', () => {
  expect(['12345678901234', '1234567890123456789'].every(isCardNumber)).toBe(true)
  expect(
    ['1234567890123', '12345678901234567890', '1234 5678 9012 34', ''].some(isCardNumber),
  ).toBe(false)
})

it('[P3] the check digit is verified separately from the format', () => {
  expect(hasLuhnCheckDigit('6222021234567890127')).toBe(false)
  expect(hasLuhnCheckDigit('4539578763621486')).toBe(true)
  expect(hasLuhnCheckDigit('00')).toBe(false)
})
