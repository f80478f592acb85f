import { expect, it } from 'vitest'
import {
  base64OfBytes,
  bytesOfBase64,
  bytesOfBase64Url,
  bytesOfText,
  textOfBytes,
} from './bytes.ts'

it('bytes of any length survive base64', () => {
  for (const length of [0, 1, 2, 3, 8191, 8192, 8193, 20_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index % 256)
    expect(bytesOfBase64(base64OfBytes(bytes))).toEqual(bytes)
  }
})

it('only the one canonical spelling of base64 is read', () => {
  expect(bytesOfBase64('QQ==')).toEqual(Uint8Array.of(65))
  for (const text of ['QQ', 'QR==', 'Q Q==', 'QQ==\n', 'Q-==', '=', '轻']) {
    expect(() => bytesOfBase64(text)).toThrow()
  }
})

it('base64url is read with or without every rest', () => {
  expect(bytesOfBase64Url('AQAB')).toEqual(Uint8Array.of(1, 0, 1))
  expect(bytesOfBase64Url('_-8')).toEqual(Uint8Array.of(255, 239))
})

it('text that is no UTF-8 is refused instead of mended', () => {
  expect(textOfBytes(bytesOfText('轻舟'))).toBe('轻舟')
  expect(() => textOfBytes(Uint8Array.of(0xff, 0xfe))).toThrow()
})
