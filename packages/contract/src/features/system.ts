import * as z from 'zod/mini'

/** A line of a client's log: the event, without personal data. */
const logEntry = z.strictObject({
  level: z.enum(['info', 'warn', 'error']),
  event: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  page: z.optional(z.string().check(z.maxLength(120))),
  detail: z.optional(z.string().check(z.maxLength(2000))),
  requestId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
})

const entries = z.strictObject({
  entries: z.array(logEntry).check(z.minLength(1), z.maxLength(20)),
})
const EMPTY = z.object({})

export type LogEntry = z.output<typeof logEntry>

export const systemShapes = {
  /** The time itself is `statusInfo.timestamp`, which every response has. */
  time: { request: z.strictObject({}), response: EMPTY },
  publicKey: {
    request: z.strictObject({}),
    response: z.object({
      keyId: z.string(),
      /** The RSA modulus and exponent, base64url as in a JSON Web Key. */
      n: z.string(),
      e: z.string(),
      bodyForm: z.enum(['blocks', 'session']),
    }),
  },
  /** The public address of the phone, for a lender without a lookup service of another host. */
  clientIp: { request: z.strictObject({}), response: z.object({ ip: z.string() }) },
  version: {
    request: z.strictObject({}),
    response: z.object({ app: z.string(), server: z.string() }),
  },
  log: { request: entries, response: EMPTY },
  logError: { request: entries, response: EMPTY },
  logByBeacon: {
    request: z.strictObject({
      event: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
      page: z.optional(z.string().check(z.maxLength(120))),
    }),
    response: EMPTY,
  },
}
