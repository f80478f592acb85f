import { expect, it } from 'vitest'
import { isPhone } from '#people/phone.ts'

it('[P1] a phone has 11 digits and starts with 13 to 19', () => {
  expect(['13800138000', '19912345678', '16600000000'].every(isPhone)).toBe(true)
  expect(
    ['12800138000', '1380013800', '138001380000', '+8613800138000', '1380013800a', ''].some(
      isPhone,
    ),
  ).toBe(false)
})
