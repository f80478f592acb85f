import { expect, it } from 'vitest'
import { checkCode } from '@qingzhou/contract/settlement'
import { groupedCode, newCheckCode, tidyCode } from './certificate-paper.ts'

it('a code has sixteen characters without look-alikes, and no two are the same', () => {
  const codes = Array.from({ length: 500 }, newCheckCode)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  expect(new Set(codes).size).toBe(codes.length)
  // Every character turns up in every place: none of the eighty bits is lost.
  for (let place = 0; place < 16; place += 1) {
    expect(new Set(codes.map((code) => code.charAt(place))).size).toBe(32)
  }
})

it('a code is printed in groups of four, and taken however it is typed', () => {
  expect(groupedCode('0123456789ABCDEF')).toBe('0123-4567-89AB-CDEF')
  for (const typed of [
    '0123-4567-89AB-CDEF',
    ' 0123 4567 89ab cdef ',
    'o1234567-89ABCDEF',
    'OI23456789abcdef',
  ]) {
    expect(tidyCode(typed).replace(/^012/, '')).toBe('3456789ABCDEF')
    expect(checkCode.safeParse(typed).success).toBe(true)
  }
  expect(tidyCode('LlIiOoUu')).toBe('111100VV')
})
