import * as z from 'zod/mini'

const ZERO = z.object({})
const provider = z.enum(['wallet', 'messenger'])

const sessionId = z.string().check(z.regex(/^[0-9a-f-]{36}$/))

const linkedApp = z.object({
  provider,
  /** An instant, in milliseconds. */
  linkedAt: z.int(),
})

const session = z.object({
  sessionId: z.string(),
  /** System and browser in a borrower's words, such as `Android · 微信`. */
  deviceName: z.string(),
  /** Instants, in milliseconds. */
  signedInAt: z.int(),
  lastUsedAt: z.int(),
  isCurrent: z.boolean(),
})

/** Linked apps and sessions of the signed-in customer. */
export const securityShapes = {
  linkedApps: { request: z.strictObject({}), response: z.object({ apps: z.array(linkedApp) }) },
  unlinkApp: { request: z.strictObject({ provider }), response: ZERO },
  sessions: { request: z.strictObject({}), response: z.object({ sessions: z.array(session) }) },
  endSession: { request: z.strictObject({ sessionId }), response: ZERO },
  signOut: { request: z.strictObject({}), response: ZERO },
  signOutEverywhere: { request: z.strictObject({}), response: ZERO },
}
