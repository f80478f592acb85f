import * as z from 'zod/mini'
import { localDate } from '#wire/figures.ts'

const requestNo = z.string().check(z.regex(/^[\w-]{8,40}$/))

const copies = z.object({
  /** The newest first. */
  copies: z.array(
    z.object({
      requestNo: z.string(),
      state: z.enum(['preparing', 'ready', 'expired']),
      /** How much of it is made. */
      percent: z.int(),
      requestedAt: z.number(),
      expiresAt: z.optional(z.number()),
      bytes: z.optional(z.int()),
    }),
  ),
  /** The first day on which another can be asked for, if not today. */
  opensOn: z.optional(localDate),
  /** Whether the code was verified recently in this session. */
  isConfirmed: z.boolean(),
  maskedPhone: z.string(),
  /** For how many days a copy can be downloaded. */
  days: z.int(),
})

export const dataCopiesShapes = {
  copies: { request: z.strictObject({}), response: copies },
  request: { request: z.strictObject({ requestNo }), response: copies },
  link: { request: z.strictObject({ requestNo }), response: z.object({ url: z.string() }) },
}
