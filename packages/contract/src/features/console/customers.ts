import * as z from 'zod/mini'
import { localDate, money, ratePpm } from '#wire/figures.ts'
import { pageNo, text } from '#wire/wire.ts'
import { consoleLoanShape, loanRow } from '#features/console/loans.ts'

/** What can be found by: a number, or a name with the last four of a phone or identity number. */
export const findKinds = [
  'phone',
  'identity',
  'card',
  'customer',
  'loan',
  'order',
  'provider',
  'name',
] as const
export type FindKind = (typeof findKinds)[number]

/** Why personal data is looked at in full. */
export const unmaskReasons = [
  'call-back',
  'identity-check',
  'complaint',
  'fraud-check',
  'authority',
] as const
export type UnmaskReason = (typeof unmaskReasons)[number]
export const UNMASKED_MINUTES = 5

export const timelineSubjects = ['money', 'contact', 'staff', 'account'] as const
/** What a payment order has come to. */
export const orderEvents = [
  'order-confirming',
  'order-processing',
  'order-paid',
  'order-partly',
  'order-failed',
  'order-closed',
] as const
export type OrderEvent = (typeof orderEvents)[number]
export const accountEvents = [
  'message',
  'session-opened',
  'application-opened',
  'consent',
  'data-copy-requested',
  'data-copy-ready',
  'data-copy-downloaded',
  'data-copy-expired',
] as const
export type AccountEvent = (typeof accountEvents)[number]

export type TimelineSubject = (typeof timelineSubjects)[number]

const customer = z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))
const byCustomer = z.strictObject({ customer })
const moment = z.number()

const limit = z.object({
  state: z.enum(['open', 'frozen', 'cancelled']),
  granted: money,
  used: money,
  available: money,
  validUntil: localDate,
  grade: z.string(),
  annualRatePpm: ratePpm,
})

const shownCustomer = z.object({
  customer: z.string(),
  /** Masked, as are the other two. */
  name: z.optional(z.string()),
  phone: z.string(),
  idNumber: z.optional(z.string()),
  registeredAt: moment,
  blocks: z.array(z.object({ reason: z.string(), since: moment })),
  limit: z.optional(limit),
  loans: z.array(loanRow),
  principalLeft: money,
  overdue: money,
  nextDue: z.optional(z.object({ on: localDate, amount: money })),
  refundsOwed: money,
  draw: z.optional(z.object({ drawNo: z.string(), state: z.string() })),
  proposals: z.array(
    z.object({ proposalNo: z.string(), kind: z.string(), by: z.string(), since: moment }),
  ),
  exceptions: z.array(z.object({ kind: z.string(), subjectNo: z.string(), since: moment })),
})
export type ShownCustomer = z.output<typeof shownCustomer>

const actor = {
  /** `customer`, `system`, `command`, `nobody` or a staff number. */
  who: z.string(),
  whoName: z.optional(z.string()),
}

/** What the rules have decided, and each rule. */
export const creditDecision = z.object({
  policyVersion: z.string(),
  outcome: z.enum(['approved', 'referred', 'declined', 'refused', 'risk-refused']),
  grade: z.optional(z.string()),
  amount: z.optional(money),
  reasons: z.array(z.string()),
  /**
   * Each rule and whether the applicant passed it, missing if the lender could not ask it; empty for a decision
   * by another version of the policy.
   */
  rules: z.array(z.object({ rule: z.string(), isPassed: z.optional(z.boolean()) })),
  points: z.array(z.object({ for: z.string(), points: z.number() })),
  retryOn: z.optional(localDate),
  decidedAt: moment,
  /** What a person has decided on an application that the rules have referred. */
  review: z.optional(
    z.object({
      state: z.enum(['open', 'approved', 'refused', 'lapsed']),
      amount: z.optional(money),
      ground: z.optional(z.string()),
      endedAt: z.optional(moment),
    }),
  ),
})
export type CreditDecision = z.output<typeof creditDecision>

const order = z.object({
  orderNo: z.string(),
  kind: z.enum(['repayment', 'disbursement', 'refund']),
  state: z.string(),
  amount: money,
  by: z.string(),
  ...actor,
  at: moment,
  settledAt: z.optional(moment),
  reason: z.optional(z.string()),
  /** What the provider was sent and what it answered. */
  trace: z.optional(
    z.object({
      wireNo: z.string(),
      reference: z.optional(z.string()),
      orderedAt: moment,
    }),
  ),
})
export type ShownOrder = z.output<typeof order>

export const consoleCustomersShapes = {
  find: {
    request: z.strictObject({ number: text(60) }),
    response: z.object({
      customers: z.array(
        z.object({ customer: z.string(), name: z.optional(z.string()), phone: z.string() }),
      ),
      /** What the number was found as. */
      foundAs: z.optional(z.enum(findKinds)),
      /** What it was looked for as, and what it could be if it were complete. */
      tried: z.array(z.enum(findKinds)),
      couldBe: z.array(z.enum(findKinds)),
    }),
  },
  customer: { request: byCustomer, response: shownCustomer },
  unmask: {
    request: z.strictObject({ customer, reason: z.enum(unmaskReasons) }),
    response: z.object({
      name: z.optional(z.string()),
      phone: z.string(),
      idNumber: z.optional(z.string()),
      until: moment,
    }),
  },
  credit: {
    request: byCustomer,
    response: z.object({
      applications: z.array(
        z.object({
          applicationNo: z.string(),
          channel: z.string(),
          step: z.string(),
          openedAt: moment,
          submittedAt: z.optional(moment),
          decision: z.optional(creditDecision),
        }),
      ),
      limitHistory: z.array(
        z.object({
          at: moment,
          act: z.string(),
          ...actor,
          before: z.optional(money),
          after: z.optional(money),
          /** Grounds of a review, which the console has words for. */
          reasons: z.array(z.string()),
          /** The proposal that it was approved by, and why it was made. */
          proposal: z.optional(z.object({ proposalNo: z.string(), reason: z.string() })),
        }),
      ),
    }),
  },
  orders: { request: byCustomer, response: z.object({ orders: z.array(order) }) },
  benefits: {
    request: byCustomer,
    response: z.object({
      coupons: z.array(
        z.object({
          couponNo: z.string(),
          benefit: z.string(),
          validUntil: localDate,
          state: z.string(),
        }),
      ),
      offers: z.array(
        z.object({
          offerNo: z.string(),
          loanNo: z.string(),
          validUntil: localDate,
          state: z.enum(['open', 'accepted', 'lapsed']),
        }),
      ),
    }),
  },
  documents: {
    request: byCustomer,
    response: z.object({
      documents: z.array(
        z.object({
          documentNo: z.string(),
          kind: z.enum(['agreement', 'certificate']),
          title: z.string(),
          on: localDate,
          isVoid: z.boolean(),
        }),
      ),
      evidence: z.array(
        z.object({
          evidenceNo: z.string(),
          subject: z.string(),
          loanNo: z.string(),
          state: z.string(),
          drawnOn: localDate,
        }),
      ),
    }),
  },
  /** A document in full, as the customer downloads it. */
  document: {
    request: z.strictObject({ customer, documentNo: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
    response: z.object({ title: z.string(), /** A PDF in base64. */ bytes: z.string() }),
  },
  messages: {
    request: z.strictObject({ customer, pageNo }),
    response: z.object({
      messages: z.array(
        z.object({
          messageNo: z.string(),
          via: z.enum(['sms', 'mail']),
          title: z.string(),
          text: z.string(),
          at: moment,
          isRead: z.boolean(),
        }),
      ),
      hasMore: z.boolean(),
    }),
  },
  access: {
    request: byCustomer,
    response: z.object({
      sessions: z.array(
        z.object({
          deviceName: z.string(),
          app: z.optional(z.string()),
          openedAt: moment,
          lastUsedAt: moment,
        }),
      ),
      linkedApps: z.array(z.string()),
      cards: z.array(z.object({ bankName: z.string(), lastFour: z.string() })),
      contacts: z.array(z.object({ relation: z.string(), name: z.string(), phone: z.string() })),
      consents: z.array(z.object({ page: z.string(), version: z.string(), at: moment })),
    }),
  },
  timeline: {
    request: z.strictObject({ customer, subject: z.optional(z.enum(timelineSubjects)) }),
    response: z.object({
      events: z.array(
        z.object({
          at: moment,
          subject: z.enum(timelineSubjects),
          /** The name of the act, of the kind of message, or of the state reached. */
          what: z.string(),
          ...actor,
          about: z.string(),
          amount: z.optional(money),
        }),
      ),
    }),
  },
  loan: consoleLoanShape,
}
