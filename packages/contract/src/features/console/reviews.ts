import * as z from 'zod/mini'
import { disputeReasons } from '@qingzhou/domain/bureau/dispute'
import { bureauFact } from '#features/bureau-reports.ts'
import { faceActions, facePurposes } from '#features/identity.ts'
import { localDate, money } from '#wire/figures.ts'
import { creditDecision } from './customers.ts'

/** Milliseconds since 1970. */
const moment = z.number()

/** How a review ended. */
const decision = z.object({
  verdict: z.enum(['approved', 'refused']),
  by: z.string(),
  at: moment,
  reason: z.optional(z.string()),
})
export type ReviewDecision = z.output<typeof decision>

/** A face check that the service is unsure about: the card and the frames, and what the card says. */
export const faceReview = z.object({
  customer: z.string(),
  purpose: z.enum([...facePurposes, 'access']),
  /** What is drawn, for a draw. */
  amount: z.optional(money),
  /** What it is for is kept open until then, while no person has decided. */
  heldUntil: z.optional(moment),
  /** Two people approve. */
  needsTwo: z.boolean(),
  /** The first of the two, who has approved. */
  first: z.optional(z.object({ by: z.string(), at: moment, isOwn: z.boolean() })),
  /** Masked. */
  name: z.string(),
  idNumber: z.string(),
  expiresOn: z.optional(localDate),
  referredAt: moment,
  /** The actions that were asked for, and performed. */
  actions: z.array(z.enum(faceActions)),
  /** Between the portrait and the most similar frame: 0 is the same picture. */
  distance: z.optional(z.number()),
  /** Addresses of the pictures, valid for minutes in this session. */
  portrait: z.optional(z.string()),
  frames: z.array(z.string()),
  /** The account of the member who looks: another one decides. */
  isOwn: z.boolean(),
  decision: z.optional(decision),
})
export type FaceReview = z.output<typeof faceReview>

/** An application that the rules have referred: what they found, and what is known of the applicant. */
export const creditReview = z.object({
  customer: z.string(),
  /** Masked. */
  name: z.string(),
  idNumber: z.string(),
  explained: creditDecision,
  known: z.object({
    age: z.int(),
    education: z.string(),
    occupation: z.string(),
    monthlyIncome: money,
    /** Of the credit report, if there is one. */
    report: z.optional(
      z.object({
        score: z.int(),
        owed: money,
        enquiriesInThreeMonths: z.int(),
        daysOverdueMaxInTwoYears: z.int(),
      }),
    ),
    /** Of both vendors, as far as they answered. */
    deviceRisks: z.array(z.number()),
  }),
  referredAt: moment,
  /** It is refused if no person has decided by then. */
  decideBy: moment,
  /** The most that can be approved. */
  amountMax: money,
  amountMin: money,
  step: money,
  /** Two people approve a limit above this. */
  twoReviewersAbove: money,
  /** The first of the two, who has approved. */
  first: z.optional(z.object({ by: z.string(), at: moment, amount: money, isOwn: z.boolean() })),
  /** The account of the member who looks: another one decides. */
  isOwn: z.boolean(),
  decision: z.optional(
    z.extend(decision, { amount: z.optional(money), ground: z.optional(z.string()) }),
  ),
})
export type CreditReview = z.output<typeof creditReview>

/** A dispute of what the bureau was told, beside what the books say today. */
export const disputeReview = z.object({
  customer: z.string(),
  loanNo: z.string(),
  eventNo: z.int(),
  /** The day that the event tells of, and the month of its file. */
  asOf: localDate,
  month: localDate,
  told: bureauFact,
  /** As it was last corrected. */
  now: bureauFact,
  /** Undefined if the books do not have the day any more. */
  books: z.optional(bureauFact),
  /** The books say something else than was reported. */
  differs: z.boolean(),
  reason: z.enum(disputeReasons),
  text: z.string(),
  disputedOn: localDate,
  answerBy: localDate,
  /** The account of the member who looks: another one decides. */
  isOwn: z.boolean(),
  decision: z.optional(decision),
})
export type DisputeReview = z.output<typeof disputeReview>
