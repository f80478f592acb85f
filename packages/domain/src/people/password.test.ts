import { expect, it } from 'vitest'
import { isPassword } from '#people/password.ts'

it('[P8] a password has 8 to 16 letters, digits or underscores, not digits alone', () => {
  expect(['abcdefgh', 'a2345678', '________', '1234567890abcdef'].every(isPassword)).toBe(true)
  expect(
    ['12345678', 'abcdefg', '1234567890abcdefg', 'abc defgh', 'abcdefg!', ''].some(isPassword),
  ).toBe(false)
})
