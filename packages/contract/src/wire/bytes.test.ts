import { expect, it } from 'vitest'
import {
  base64OfBytes,
  bytesOfBase64,
  bytesOfBase64Url,
  bytesOfText,
  textOfBytes,
} from './bytes.ts'

it('base64 round-trips bytes of any length', () => {
  for (const length of [0, 1, 2, 3, 8191, 8192, 8193, 20_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index % 256)
    expect(bytesOfBase64(base64OfBytes(bytes))).toEqual(bytes)
  }
})

it('bytesOfBase64 accepts only canonical base64', () => {
  expect(bytesOfBase64('QQ==')).toEqual(Uint8Array.of(65))
  for (const text of ['QQ', 'QR==', 'Q Q==', 'QQ==\n', 'Q-==', '=', '轻']) {
    expect(() => bytesOfBase64(text)).toThrow()
  }
})

it('bytesOfBase64Url decodes with and without a partial last group', () => {
  expect(bytesOfBase64Url('AQAB')).toEqual(Uint8Array.of(1, 0, 1))
  expect(bytesOfBase64Url('_-8')).toEqual(Uint8Array.of(255, 239))
})

it('textOfBytes throws on invalid UTF-8 instead of replacing characters', () => {
  expect(textOfBytes(bytesOfText('轻舟'))).toBe('轻舟')
  expect(() => textOfBytes(Uint8Array.of(0xff, 0xfe))).toThrow()
})
