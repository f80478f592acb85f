import * as z from 'zod/mini'
import { lenders } from '@qingzhou/domain/product'
import {
  billParts,
  instalment,
  loanNo,
  loanSummary,
  newRepaySeqNo,
  orderStates,
  payMethods,
} from './bills.ts'
import { boundCard, cardId } from './cards.ts'
import { agreedText } from './credit.ts'
import { smsCode } from './fields.ts'
import { localDate, money, ratePpm } from './figures.ts'
import { arrived, keptFile } from './files.ts'
import { costSheet, quoted } from './loans.ts'
import { contact } from './profile.ts'
import { chosenFiles, proof, proofNo, proofUpload } from './proofs.ts'
import { text } from './wire.ts'

const planNo = z.string().check(z.regex(/^[\w-]{8,64}$/))
const months = z.int().check(z.minimum(1), z.maximum(120))
const loanNos = z.array(loanNo).check(z.minLength(1), z.maxLength(50))
const quoteId = z.string().check(z.regex(/^[\w-]{8,128}$/))

/** What is still to be done before a plan can be signed, in this order. */
export const planSteps = ['person', 'contacts', 'card', 'face', 'sign'] as const
export type PlanStep = (typeof planSteps)[number]

/** A plan that was chosen and is not signed yet: on any phone it goes on where it was left. */
const openPlan = z.object({
  planNo: z.string(),
  step: z.enum(planSteps),
  loanNos: z.array(z.string()),
  months: z.int(),
  contacts: z.optional(z.array(contact)),
  cardId: z.optional(z.string()),
})
export type OpenPlan = z.output<typeof openPlan>

/** A plan as it would be signed today. */
const planQuote = z.object({
  loanNos: z.array(z.string()),
  months: z.int(),
  /** What the old loans owe today, which is what the new one begins with. */
  amount: money,
  parts: billParts,
  ...quoted,
  /** What the same instalments would cost more at the lowest rate of the old loans. */
  saved: money,
  oldRate: ratePpm,
  /** Whether so many instalments need a hardship document, and whether one was approved. */
  needsDocument: z.boolean(),
  hasDocument: z.boolean(),
  costSheet,
  validOn: localDate,
  /** Names exactly this trial; signing sends it back, so that nothing else can be signed. */
  quoteId: z.string(),
})
export type PlanQuote = z.output<typeof planQuote>

const signedPlanStates = ['open', 'overdue', 'broken', 'settled'] as const

const signedPlan = z.object({
  /** The new loan's number. */
  loanNo: z.string(),
  kind: z.enum(['personalised', 'second']),
  state: z.enum(signedPlanStates),
  signedOn: localDate,
  /** Principal; penalty that was taken over bears no interest and is in the instalments. */
  amount: money,
  months: z.int(),
  annualRate: ratePpm,
  /** The oldest instalment that is still open. */
  next: z.optional(instalment),
  paidCount: z.int(),
  paidTotal: money,
  /** What is left to pay of it, by its plan. */
  leftTotal: money,
  brokenOn: z.optional(localDate),
})
export type SignedPlan = z.output<typeof signedPlan>

const planDetail = z.object({
  /** The day the books are on. */
  today: localDate,
  plan: signedPlan,
  instalments: z.array(instalment),
  /** What it took over: each with what it owed that day, and the bill's number where it was one. */
  from: z.array(z.object({ loanNo: z.string(), amount: money, n: z.optional(z.int()) })),
  agreements: z.array(z.object({ agreementNo: z.string(), title: z.string() })),
  card: z.optional(boundCard),
})
export type PlanDetail = z.output<typeof planDetail>

/** One bill, spread over some months of its own. */
const secondQuote = z.object({
  loanNo: z.string(),
  n: z.int(),
  dueDate: localDate,
  amount: money,
  months: z.int(),
  ...quoted,
  costSheet,
  validOn: localDate,
  quoteId: z.string(),
})
export type SecondQuote = z.output<typeof secondQuote>

const placed = z.object({
  repaySeqNo: z.string(),
  state: z.enum(orderStates),
  needsCode: z.boolean(),
})

const signed = z.object({ loanNo: z.string() })

export const restructureShapes = {
  bills: {
    request: z.strictObject({}),
    response: z.object({
      today: localDate,
      monthsMin: z.int(),
      monthsMax: z.int(),
      /** More instalments than these need an approved hardship document. */
      monthsWithoutDocument: z.int(),
      /** Every open loan; with the reason, in the borrower's words, where it does not qualify. */
      loans: z.array(
        z.object({
          loan: loanSummary,
          open: billParts,
          /** Only loans of one lender are joined. */
          lender: z.enum(lenders),
          refusal: z.optional(z.string()),
        }),
      ),
      openPlan: z.optional(openPlan),
    }),
  },
  quote: {
    /** A trial; `choose` also keeps it as the plan that is to be signed. */
    request: z.strictObject({ loanNos, months, choose: z.optional(z.boolean()) }),
    response: z.object({ quote: planQuote, openPlan: z.optional(openPlan) }),
  },
  saveContacts: {
    /** Whom to reach, or which card the instalments are debited from. */
    request: z.discriminatedUnion('part', [
      z.strictObject({
        part: z.literal('contacts'),
        planNo,
        contacts: z.array(contact).check(z.length(2)),
      }),
      z.strictObject({ part: z.literal('card'), planNo, cardId }),
    ]),
    response: z.object({ openPlan }),
  },
  uploadDocument: { request: proofUpload, response: arrived },
  documents: {
    /** What was handed in; a new one to upload files to; or handing it in. */
    request: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('read') }),
      z.strictObject({ act: z.literal('open'), loanNo }),
      z.strictObject({
        act: z.literal('submit'),
        proofNo,
        note: z.optional(text(200)),
        fileNos: chosenFiles,
      }),
    ]),
    response: z.object({
      documents: z.array(
        z.object({
          proof,
          note: z.optional(z.string()),
          files: z.array(keptFile),
          /** The last day on which an approved one still counts. */
          countsUntil: z.optional(localDate),
        }),
      ),
    }),
  },
  sign: {
    request: z.strictObject({
      /** Chosen by the phone: asked twice, signed once. */
      requestNo: newRepaySeqNo,
      planNo,
      quoteId,
      costSheetDigest: quoteId,
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
    }),
    response: signed,
  },
  signedPlans: {
    /** All of them; or one, in detail. */
    request: z.strictObject({ loanNo: z.optional(loanNo) }),
    response: z.object({ plans: z.array(signedPlan), detail: z.optional(planDetail) }),
  },
  repay: {
    /** Places the order; it is confirmed, paid in the app and asked after like any other. */
    request: z.strictObject({
      repaySeqNo: newRepaySeqNo,
      loanNo,
      /** The instalments from the oldest open one through this one. */
      through: z.int().check(z.minimum(1), z.maximum(120)),
      /** What the borrower was shown: where that has changed meanwhile, nothing is ordered. */
      amount: money,
      payBy: z.enum(payMethods),
      cardId: z.optional(cardId),
    }),
    response: placed,
  },
  quoteSecond: {
    /** Which bills may be spread; with a loan and its months, what that would be. */
    request: z.strictObject({ loanNo: z.optional(loanNo), months: z.optional(months) }),
    response: z.object({
      today: localDate,
      months: z.array(z.int()),
      bills: z.array(
        z.object({
          loan: loanSummary,
          bill: z.optional(instalment),
          refusal: z.optional(z.string()),
        }),
      ),
      quote: z.optional(secondQuote),
    }),
  },
  signSecond: {
    request: z.strictObject({
      requestNo: newRepaySeqNo,
      loanNo,
      months,
      quoteId,
      costSheetDigest: quoteId,
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
      dynamicCode: smsCode,
    }),
    response: signed,
  },
  secondPlan: {
    request: z.strictObject({ loanNo }),
    response: planDetail,
  },
}
