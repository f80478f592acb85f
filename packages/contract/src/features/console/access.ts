import * as z from 'zod/mini'
import { permissions, staffRoles } from '#permissions.ts'
import { localDate } from '#wire/figures.ts'
import { listRequest, listResponse } from '#wire/list.ts'
import { text } from '#wire/wire.ts'
import { staffPassword, staffShapes } from '#features/staff.ts'

const nothing = z.object({})
const staffNo = z.string().check(z.regex(/^S\d{6,12}$/))
const sessionNo = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const customerNo = z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))
const logNo = z.int().check(z.minimum(0))

const roles = z.array(z.enum(staffRoles)).check(z.minLength(1), z.maxLength(staffRoles.length))
/** What a member may do, and until which day. */
const access = { roles, accessEndsOn: z.optional(localDate) }

export const memberStates = ['active', 'ended', 'disabled'] as const

const member = z.object({
  staffNo: z.string(),
  username: z.string(),
  name: z.string(),
  ...access,
  state: z.enum(memberStates),
  hasSecondFactor: z.boolean(),
  isOidcLinked: z.boolean(),
  /** Has not chosen a password yet. */
  isPasswordUnchosen: z.boolean(),
  openSessions: z.int(),
  createdAt: z.number(),
})
export type Member = z.output<typeof member>

const session = z.object({
  sessionNo: z.string(),
  staffNo: z.string(),
  name: z.string(),
  openedAt: z.number(),
  expiresAt: z.number(),
  isOwn: z.boolean(),
})
export type StaffSession = z.output<typeof session>

const logRow = z.object({
  logNo,
  doneAt: z.number(),
  /** A staff number, `command` or `nobody`. */
  actor: z.string(),
  actorName: z.optional(z.string()),
  act: z.string(),
  customerNo: z.optional(z.string()),
  about: z.string(),
})
export type LogRow = z.output<typeof logRow>

const ofMember = z.strictObject({ staffNo })

export const consoleAccessShapes = {
  signInWays: { request: z.strictObject({}), response: z.object({ hasOidc: z.boolean() }) },
  signIn: staffShapes.signIn,
  confirmSecondFactor: staffShapes.confirmSecondFactor,
  choosePassword: {
    request: z.strictObject({
      username: text(40),
      /** The two halves together. */
      firstPassword: text(40),
      newPassword: staffPassword,
    }),
    response: staffShapes.signIn.response,
  },
  startOidc: {
    request: z.strictObject({}),
    /** The provider's page. */
    response: z.object({ address: z.string() }),
  },
  finishOidc: {
    /** The query with which the provider's page returned. */
    request: z.strictObject({ query: text(4000) }),
    response: staffShapes.signIn.response,
  },
  signOut: { request: z.strictObject({}), response: nothing },
  me: {
    request: z.strictObject({}),
    response: z.object({
      staffNo: z.string(),
      name: z.string(),
      roles,
      permissions: z.array(z.enum(permissions)),
    }),
  },
  members: {
    request: listRequest({
      filters: z.strictObject({
        role: z.optional(z.enum(staffRoles)),
        state: z.optional(z.enum(memberStates)),
      }),
      sortings: ['staffNo', 'username'],
    }),
    response: listResponse(member),
  },
  member: {
    request: ofMember,
    /** With the address of the lender's OpenID provider, if there is one. */
    response: z.extend(member, { issuer: z.optional(z.string()) }),
  },
  issueFirstPassword: {
    request: ofMember,
    /** One half of the password, which is not shown again. */
    response: z.object({
      half: z.union([z.literal(1), z.literal(2)]),
      text: z.string(),
      expiresAt: z.number(),
    }),
  },
  unlockMember: { request: ofMember, response: nothing },
  resetSecondFactor: { request: ofMember, response: nothing },
  sessions: {
    request: listRequest({
      filters: z.strictObject({ staffNo: z.optional(staffNo) }),
      sortings: ['openedAt'],
    }),
    response: listResponse(session),
  },
  endSession: { request: z.strictObject({ sessionNo }), response: nothing },
  log: {
    request: listRequest({
      filters: z.strictObject({
        actor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))),
        act: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{1,39}$/))),
        customerNo: z.optional(customerNo),
        from: z.optional(localDate),
        until: z.optional(localDate),
      }),
      sortings: ['logNo'],
    }),
    response: listResponse(logRow),
  },
  verifyLog: {
    /** Verifies some rows after a row; the answer of the first request has no row before it. */
    request: z.strictObject({ after: logNo }),
    response: z.object({
      /** The last row of the log. */
      last: logNo,
      firstBroken: z.optional(logNo),
      /** Where to go on; absent at the end. */
      next: z.optional(logNo),
    }),
  },
}
