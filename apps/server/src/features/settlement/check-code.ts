import { randomBytes } from 'node:crypto'

/** No letter that is taken for a digit or another letter: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS_EACH = 5
const LENGTH = 16

/** Eighty bits by chance: nobody guesses a code that was issued. */
export function newCheckCode(): string {
  const bits = BigInt(`0x${randomBytes((LENGTH * BITS_EACH) / 8).toString('hex')}`)
  return Array.from({ length: LENGTH }, (_, index) => {
    const place = BigInt((LENGTH - 1 - index) * BITS_EACH)
    return ALPHABET.charAt(Number((bits >> place) & 31n))
  }).join('')
}

/** As it is printed: in groups of four. */
export function groupedCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** As it was issued, however it was typed: look-alikes stand for what they look like. */
export function tidyCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('U', 'V')
}
