import * as z from 'zod/mini'

/** A picture as base64, already scaled down by the browser. */
export const picture = z.string().check(z.maxLength(2_800_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
