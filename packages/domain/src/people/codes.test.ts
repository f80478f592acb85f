import { expect, it } from 'vitest'
import { isImageCode, isSmsCode } from '#people/codes.ts'

it('[P9] an SMS code is exactly 5 digits', () => {
  expect(isSmsCode('01234')).toBe(true)
  expect(['1234', '123456', '1234a', '１２３４５', ''].some(isSmsCode)).toBe(false)
})

it('[P10] an image code is exactly 4 letters or digits', () => {
  expect(['aB3d', '1234'].every(isImageCode)).toBe(true)
  expect(['abc', 'abcde', 'ab d', '字母数字', ''].some(isImageCode)).toBe(false)
})
