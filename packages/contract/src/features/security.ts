import * as z from 'zod/mini'

const EMPTY = z.object({})
const provider = z.enum(['wallet', 'messenger'])

const sessionId = z.string().check(z.regex(/^[0-9a-f-]{36}$/))

const linkedApp = z.object({
  provider,
  /** Milliseconds since 1970. */
  linkedAt: z.int(),
})

const session = z.object({
  sessionId: z.string(),
  /** System and browser as shown to the borrower, such as `Android · 消息应用`. */
  deviceName: z.string(),
  /** Milliseconds since 1970. */
  signedInAt: z.int(),
  lastUsedAt: z.int(),
  isCurrent: z.boolean(),
})

/** Linked apps and sessions of the signed-in customer. */
export const securityShapes = {
  linkedApps: { request: z.strictObject({}), response: z.object({ apps: z.array(linkedApp) }) },
  unlinkApp: { request: z.strictObject({ provider }), response: EMPTY },
  sessions: { request: z.strictObject({}), response: z.object({ sessions: z.array(session) }) },
  endSession: { request: z.strictObject({ sessionId }), response: EMPTY },
  signOut: { request: z.strictObject({}), response: EMPTY },
  signOutEverywhere: { request: z.strictObject({}), response: EMPTY },
}
