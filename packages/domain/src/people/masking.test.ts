import { expect, it } from 'vitest'
import { mask } from '#people/masking.ts'

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
])('[P7] masks %j as %j', (identifier, masked) => {
  expect(mask(identifier)).toBe(masked)
})
