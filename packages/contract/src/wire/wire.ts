import * as z from 'zod/mini'

/** Y or N on the wire, a boolean inside. */
export const yesNo = z.codec(z.enum(['Y', 'N']), z.boolean(), {
  decode: (letter) => letter === 'Y',
  encode: (yes) => (yes ? 'Y' : 'N'),
})

/** Text from the caller: bounded, without control characters. */
export function text(maxLength: number) {
  return z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[^\p{Cc}]*$/u))
}

export const pageNo = z.int().check(z.minimum(1), z.maximum(1000))
