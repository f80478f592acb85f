import * as z from 'zod/mini'
import { email } from './fields.ts'
import { localDate, money } from './figures.ts'
import { block } from './reference.ts'
import { pageNo, yesNo } from './wire.ts'

/** What agreements are for: an application, a loan, the debit of its card, a delay, a new plan, a spread bill. */
export const agreementEvents = ['0101', '0301', '0302', '0401', '0501', '0502'] as const
export type AgreementEvent = (typeof agreementEvents)[number]

/** An agreement to be read before it is signed. */
const agreement = z.object({
  code: z.string(),
  version: z.string(),
  title: z.string(),
  /** Ticked on its own, never together with others. */
  isSeparate: z.boolean(),
  blocks: z.array(block),
})

export type Agreement = z.output<typeof agreement>

const productCode = z.enum(['103001', '101001', '900001'])
const channelCode = z.string().check(z.regex(/^\d{10,12}$/))
const businessNo = z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/)))
const agreementNo = z.string().check(z.regex(/^[\w-]{1,64}$/))

const signedAgreement = {
  agreementNo: z.string(),
  title: z.string(),
  version: z.string(),
  /** An instant, in milliseconds. */
  signedAt: z.number(),
  /** What it was signed for, where that is a loan. */
  loan: z.optional(z.object({ loanNo: z.string(), amount: money, drawnOn: localDate })),
}

/** The draw that loan agreements are filled with, before it is applied for. */
const draw = z.optional(
  z.strictObject({
    loanAmount: money,
    instalment: z.int().check(z.minimum(1), z.maximum(60)),
    repayMethod: z.enum(['equal-instalments', 'equal-principal', 'interest-first']),
    borrowPurpose: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
    couponId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    cardId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    productNo: z.optional(z.literal('900001')),
  }),
)

/** The delay that a delay agreement is filled with, before it is asked for. */
const delay = z.optional(
  z.strictObject({
    loanNo: agreementNo,
    days: z.int().check(z.minimum(1), z.maximum(366)),
  }),
)

/** The plan that its agreement is filled with, before it is signed: by its number. */
const plan = z.optional(z.strictObject({ planNo: agreementNo }))

/** The bill that is spread, and over how many months. */
const second = z.optional(
  z.strictObject({ loanNo: agreementNo, months: z.int().check(z.minimum(1), z.maximum(60)) }),
)

export const agreementsShapes = {
  forEvent: {
    request: z.strictObject({
      prodSubNo: productCode,
      channelCode,
      eventType: z.enum(agreementEvents),
      hasFund: yesNo,
    }),
    response: z.object({ agreements: z.array(agreement) }),
  },
  toConfirm: {
    /** Filled with the customer's own data, and with what the event is about. */
    request: z.strictObject({
      prodSubNo: productCode,
      channelCode,
      eventType: z.enum(agreementEvents),
      hasFund: yesNo,
      businessNo,
      draw,
      delay,
      plan,
      second,
    }),
    response: z.object({ agreements: z.array(agreement) }),
  },
  signedList: {
    request: z.strictObject({
      loanNo: z.optional(agreementNo),
      about: z.optional(z.enum(['loan', 'credit'])),
      pageNo,
    }),
    response: z.object({
      agreements: z.array(z.object(signedAgreement)),
      hasMore: z.boolean(),
    }),
  },
  signed: {
    request: z.strictObject({ agreementNo }),
    response: z.object({
      ...signedAgreement,
      blocks: z.array(block),
      /** Of what was signed, so that paper and page can be compared. */
      hash: z.string(),
      signedOn: localDate,
      /** Good for one download within a few minutes. */
      pdfUrl: z.string(),
    }),
  },
  sendByEmail: {
    request: z.strictObject({
      /** Chosen by the phone: asked again under it, it is one mail. */
      requestNo: z.string().check(z.regex(/^[\w-]{8,40}$/)),
      agreementNos: z.array(agreementNo).check(z.minLength(1), z.maxLength(20)),
      /** A new address, or one on file by its number. */
      email: z.optional(email),
      emailNo: z.optional(agreementNo),
    }),
    response: z.object({ sentTo: z.string() }),
  },
}
