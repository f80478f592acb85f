import * as z from 'zod/mini'
import { instalment, loanNo, loanSummary, newRequestNo } from './bills.ts'
import { agreedText } from '../credit.ts'
import { localDate, money } from '#wire/figures.ts'
import { arrived, storedFile } from '#wire/files.ts'
import { chosenFiles, evidence, evidenceNo, evidenceUpload } from '../evidence.ts'
import { smsCode } from '#wire/fields.ts'
import { text } from '#wire/wire.ts'

const days = z.int().check(z.minimum(1), z.maximum(366))

/** Whether a loan's next instalment can be deferred, and if not, why. */
const deferrableLoan = z.object({
  loan: loanSummary,
  instalment: z.optional(instalment),
  daysMax: z.int(),
  deferralsLeft: z.int(),
  /** The refusal message; absent if a deferral is possible. */
  refusal: z.optional(z.string()),
})

/** The effect of a deferral, computed exactly as it will be booked. */
const deferralQuote = z.object({
  loanNo: z.string(),
  n: z.int(),
  days: z.int(),
  dueDate: localDate,
  newDueDate: localDate,
  amount: money,
  newAmount: money,
  /** The interest of the additional days. */
  cost: money,
  /** The whole plan without and with the deferral. */
  before: z.array(instalment),
  after: z.array(instalment),
  validOn: localDate,
  quoteId: z.string(),
})
export type DeferralQuote = z.output<typeof deferralQuote>

/** Reasons for a regional forbearance; the app has the labels. */
export const forbearanceReasons = [
  'disaster',
  'epidemic',
  'illness',
  'unemployment',
  'other',
] as const
export type ForbearanceReason = (typeof forbearanceReasons)[number]

/** The added interest of a forbearance, and the first open instalment before and after. */
const forbearanceFigures = {
  cost: money,
  n: z.int(),
  dueDate: localDate,
  amount: money,
  newDueDate: localDate,
  newAmount: money,
}

/** The effect of a forbearance if it were approved today. */
const forbearanceQuote = z.object({
  loanNo: z.string(),
  days: z.int(),
  ...forbearanceFigures,
  validOn: localDate,
  quoteId: z.string(),
})
export type ForbearanceQuote = z.output<typeof forbearanceQuote>
export type ForbearanceFigures = Pick<ForbearanceQuote, keyof typeof forbearanceFigures>

export const deferralShapes = {
  deferralOffer: {
    request: z.strictObject({ loanNo: z.optional(loanNo), days: z.optional(days) }),
    response: z.object({
      today: localDate,
      loans: z.array(deferrableLoan),
      /** For the requested loan and days. */
      quote: z.optional(deferralQuote),
    }),
  },
  defer: {
    request: z.strictObject({
      /** Idempotency key chosen by the client: a repeated request defers once. */
      requestNo: newRequestNo,
      loanNo,
      days,
      quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
      /** The ticked agreements. */
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
      dynamicCode: smsCode,
    }),
    response: z.object({ newDueDate: localDate, newAmount: money, cost: money }),
  },
  uploadForbearanceEvidence: { request: evidenceUpload, response: arrived },
  applyForForbearance: {
    /** Reads the state, quotes, creates evidence to upload files to, or submits the application. */
    request: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('read') }),
      z.strictObject({ act: z.literal('quote'), loanNo, days }),
      z.strictObject({ act: z.literal('open'), loanNo }),
      z.strictObject({
        act: z.literal('submit'),
        evidenceNo,
        days,
        forbearanceReason: z.enum(forbearanceReasons),
        note: z.optional(text(200)),
        fileNos: chosenFiles,
        /** The quote that the borrower has agreed to. */
        quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
        /** The ticked agreement. */
        agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
        dynamicCode: smsCode,
      }),
    ]),
    response: z.object({
      daysMax: z.int(),
      /** Loans that can be applied for, and why others cannot. */
      loans: z.array(z.object({ loan: loanSummary, refusal: z.optional(z.string()) })),
      applications: z.array(
        z.object({
          evidence,
          days: z.optional(z.int()),
          forbearanceReason: z.optional(z.enum(forbearanceReasons)),
          note: z.optional(z.string()),
          /** As agreed to when it was submitted; once approved, as booked. */
          figures: z.optional(z.object(forbearanceFigures)),
          files: z.array(storedFile),
        }),
      ),
      /** For the requested loan and days. */
      quote: z.optional(forbearanceQuote),
    }),
  },
}
