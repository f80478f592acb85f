import * as z from 'zod/mini'

export const identityShapes = {
  idCardExpiry: {
    request: z.strictObject({}),
    /** `daysLeft` is absent when no card is on file yet, or when it is valid for life. */
    response: z.object({ expired: z.boolean(), daysLeft: z.optional(z.int()) }),
  },
}
