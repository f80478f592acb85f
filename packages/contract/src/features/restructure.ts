import * as z from 'zod/mini'
import { lenderKinds } from '@qingzhou/domain/product'
import {
  billParts,
  instalment,
  loanNo,
  loanSummary,
  newRequestNo,
  orderStates,
  payMethods,
} from './repayment/bills.ts'
import { boundCard, cardId } from './cards.ts'
import { agreedText } from './credit.ts'
import { smsCode } from '#wire/fields.ts'
import { localDate, money, ratePpm } from '#wire/figures.ts'
import { orderNames } from '#wire/names.ts'
import { renameFields } from '#wire/renamed.ts'
import { arrived, storedFile } from '#wire/files.ts'
import { costSheet, quoted } from './loans.ts'
import { contact } from './profile.ts'
import { chosenFiles, evidence, evidenceNo, evidenceUpload } from './evidence.ts'
import { text } from '#wire/wire.ts'

const planNo = z.string().check(z.regex(/^[\w-]{8,64}$/))
const months = z.int().check(z.minimum(1), z.maximum(120))
const loanNos = z.array(loanNo).check(z.minLength(1), z.maxLength(50))
const quoteId = z.string().check(z.regex(/^[\w-]{8,128}$/))

/** The steps before a plan can be signed, in this order. */
export const planSteps = ['person', 'contacts', 'card', 'face', 'sign'] as const
export type PlanStep = (typeof planSteps)[number]

/** A chosen plan that is not signed yet; it can be continued on any phone. */
const openPlan = z.object({
  planNo: z.string(),
  step: z.enum(planSteps),
  loanNos: z.array(z.string()),
  months: z.int(),
  contacts: z.optional(z.array(contact)),
  cardId: z.optional(z.string()),
  /** At the face step: a person looks at the pictures. */
  isFaceInReview: z.optional(z.boolean()),
})
export type OpenPlan = z.output<typeof openPlan>

/** A plan as it would be signed today. */
const planQuote = z.object({
  loanNos: z.array(z.string()),
  months: z.int(),
  /** The debt of the old loans today, which is the amount of the new one. */
  amount: money,
  parts: billParts,
  ...quoted,
  /** What is paid less than by the plans of the old loans; zero if the longer term costs as much. */
  saved: money,
  oldRate: ratePpm,
  /** Whether this term needs a hardship document, and whether one was approved. */
  needsDocument: z.boolean(),
  hasDocument: z.boolean(),
  costSheet,
  validOn: localDate,
  /** Identifies exactly this quote; signing sends it back, so that nothing else can be signed. */
  quoteId: z.string(),
})
export type PlanQuote = z.output<typeof planQuote>

const signedPlanStates = ['open', 'overdue', 'broken', 'settled'] as const

const signedPlan = z.object({
  /** The new loan's number. */
  loanNo: z.string(),
  kind: z.enum(['personalised', 'billConversion']),
  state: z.enum(signedPlanStates),
  signedOn: localDate,
  /** Principal; penalty taken over bears no interest and is part of the instalments. */
  amount: money,
  months: z.int(),
  /** Those of the signed plan, if an early repayment has shortened it. */
  monthsAtFirst: z.optional(z.int()),
  annualRate: ratePpm,
  /** The oldest open instalment. */
  next: z.optional(instalment),
  paidCount: z.int(),
  paidTotal: money,
  /** The amount left to pay, by its plan. */
  leftTotal: money,
  defaultedOn: z.optional(localDate),
})
export type SignedPlan = z.output<typeof signedPlan>

const planDetail = z.object({
  /** The books' date. */
  today: localDate,
  plan: signedPlan,
  instalments: z.array(instalment),
  /**
   * The loans taken over: each with its debt on that day, and the instalment number if it was a
   * bill.
   */
  from: z.array(z.object({ loanNo: z.string(), amount: money, n: z.optional(z.int()) })),
  agreements: z.array(z.object({ agreementNo: z.string(), title: z.string() })),
  card: z.optional(boundCard),
})
export type PlanDetail = z.output<typeof planDetail>

/** One bill converted into instalments. */
const billConversionQuote = z.object({
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
export type BillConversionQuote = z.output<typeof billConversionQuote>

const placed = renameFields(
  z.object({
    repaySeqNo: z.string(),
    state: z.enum(orderStates),
    needsCode: z.boolean(),
  }),
  orderNames,
)

const signed = z.object({ loanNo: z.string() })

export const restructureShapes = {
  bills: {
    request: z.strictObject({}),
    response: z.object({
      today: localDate,
      monthsMin: z.int(),
      monthsMax: z.int(),
      /** Longer terms need an approved hardship document. */
      monthsWithoutDocument: z.int(),
      /** Every open loan; with a refusal message if it is not eligible. */
      loans: z.array(
        z.object({
          loan: loanSummary,
          open: billParts,
          /** Only loans of one lender can be consolidated. */
          lender: z.enum(lenderKinds),
          refusal: z.optional(z.string()),
        }),
      ),
      openPlan: z.optional(openPlan),
    }),
  },
  quote: {
    /** A quote; `choose` also saves it as the plan to be signed. */
    request: z.strictObject({ loanNos, months, choose: z.optional(z.boolean()) }),
    response: z.object({ quote: planQuote, openPlan: z.optional(openPlan) }),
  },
  saveContacts: {
    /** The contacts, or the card that the instalments are debited from. */
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
  uploadDocument: { request: evidenceUpload, response: arrived },
  documents: {
    /** Reads the submitted documents, creates one to upload files to, or submits it. */
    request: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('read') }),
      z.strictObject({ act: z.literal('open'), loanNo }),
      z.strictObject({
        act: z.literal('submit'),
        evidenceNo,
        note: z.optional(text(200)),
        fileNos: chosenFiles,
      }),
    ]),
    response: z.object({
      documents: z.array(
        z.object({
          evidence,
          note: z.optional(z.string()),
          files: z.array(storedFile),
          /** The last day on which an approved document is valid. */
          countsUntil: z.optional(localDate),
        }),
      ),
    }),
  },
  sign: {
    request: z.strictObject({
      /** Idempotency key chosen by the client: a repeated request signs once. */
      requestNo: newRequestNo,
      planNo,
      quoteId,
      costSheetDigest: quoteId,
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
    }),
    response: signed,
  },
  signedPlans: {
    /** All plans, or one in detail. */
    request: z.strictObject({ loanNo: z.optional(loanNo) }),
    response: z.object({ plans: z.array(signedPlan), detail: z.optional(planDetail) }),
  },
  repay: {
    /** Places the order; it is confirmed, paid in the app and polled like any other. */
    request: renameFields(
      z.strictObject({
        repaySeqNo: newRequestNo,
        loanNo,
        /** Pays the instalments from the oldest open one through this one. */
        through: z.int().check(z.minimum(1), z.maximum(120)),
        /** The amount shown to the borrower: if it has changed meanwhile, nothing is ordered. */
        amount: money,
        payBy: z.enum(payMethods),
        cardId: z.optional(cardId),
      }),
      orderNames,
    ),
    response: placed,
  },
  quoteBillConversion: {
    /** Lists the convertible bills; with a loan and months, quotes the conversion. */
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
      quote: z.optional(billConversionQuote),
    }),
  },
  signBillConversion: {
    request: z.strictObject({
      requestNo: newRequestNo,
      loanNo,
      months,
      quoteId,
      costSheetDigest: quoteId,
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
      dynamicCode: smsCode,
    }),
    response: signed,
  },
  convertedPlan: {
    request: z.strictObject({ loanNo }),
    response: planDetail,
  },
}
