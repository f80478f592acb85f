import { expect, it } from 'vitest'
import { checkCode } from '@qingzhou/contract/features/repayment/settlement'
import { groupedCode, newCheckCode, normaliseCode } from './certificate-document.ts'

it('a check code has sixteen unambiguous characters and is unique', () => {
  const codes = Array.from({ length: 500 }, newCheckCode)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  expect(new Set(codes).size).toBe(codes.length)
  // Every character occurs at every position: all eighty bits are used.
  for (let place = 0; place < 16; place += 1) {
    expect(new Set(codes.map((code) => code.charAt(place))).size).toBe(32)
  }
})

it('a check code is printed in groups of four and accepted in any typed form', () => {
  expect(groupedCode('0123456789ABCDEF')).toBe('0123-4567-89AB-CDEF')
  for (const typed of [
    '0123-4567-89AB-CDEF',
    ' 0123 4567 89ab cdef ',
    'o1234567-89ABCDEF',
    'OI23456789abcdef',
  ]) {
    expect(normaliseCode(typed).replace(/^012/, '')).toBe('3456789ABCDEF')
    expect(checkCode.safeParse(typed).success).toBe(true)
  }
  expect(normaliseCode('LlIiOoUu')).toBe('111100VV')
})
