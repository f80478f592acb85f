import * as z from 'zod/mini'
import { email } from '#wire/fields.ts'
import { localDate, money } from '#wire/figures.ts'
import { termNames } from '#wire/names.ts'
import { renameFields } from '#wire/renamed.ts'
import { block } from './reference.ts'
import { pageNo, yesNo } from '#wire/wire.ts'

/**
 * What agreements are for: an application, a draw, its card debit, card payments without a code, a
 * deferral, a forbearance, a consolidation plan, a bill conversion.
 */
export const agreementEvents = [
  '0101',
  '0301',
  '0302',
  '0303',
  '0401',
  '0402',
  '0501',
  '0502',
] as const
export type AgreementEvent = (typeof agreementEvents)[number]

/** An agreement to read before signing. */
const agreement = z.object({
  code: z.string(),
  version: z.string(),
  title: z.string(),
  /** Must be ticked individually, not together with others. */
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
  /** Milliseconds since 1970. */
  signedAt: z.number(),
  /** The loan it was signed for, if any. */
  loan: z.optional(z.object({ loanNo: z.string(), amount: money, drawnOn: localDate })),
}

/** The draw that fills the loan agreements, before it is applied for. */
const draw = z.optional(
  renameFields(
    z.strictObject({
      loanAmount: money,
      instalment: z.int().check(z.minimum(1), z.maximum(60)),
      repayMethod: z.enum(['equal-instalments', 'equal-principal', 'interest-first']),
      borrowPurpose: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
      couponId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
      cardId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
      productNo: z.optional(z.literal('900001')),
    }),
    termNames,
  ),
)

/** The deferral or forbearance that fills its agreement, before it is requested. */
const deferral = z.optional(
  z.strictObject({
    loanNo: agreementNo,
    days: z.int().check(z.minimum(1), z.maximum(366)),
  }),
)

/** The number of the plan that fills its agreement, before it is signed. */
const plan = z.optional(z.strictObject({ planNo: agreementNo }))

/** The bill to convert, and the number of months. */
const billConversion = z.optional(
  z.strictObject({ loanNo: agreementNo, months: z.int().check(z.minimum(1), z.maximum(60)) }),
)

/** The card that is to be debited without a code. */
const card = z.optional(z.strictObject({ cardId: z.string().check(z.regex(/^[\w-]{1,64}$/)) }))

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
    /** Filled with the customer's data and the details of the event. */
    request: z.strictObject({
      prodSubNo: productCode,
      channelCode,
      eventType: z.enum(agreementEvents),
      hasFund: yesNo,
      businessNo,
      draw,
      deferral,
      forbearance: deferral,
      plan,
      billConversion,
      card,
    }),
    response: z.object({ agreements: z.array(agreement) }),
  },
  confirmRead: {
    /** The text that was read to its end. */
    request: z.strictObject({
      eventType: z.enum(agreementEvents),
      code: z.string().check(z.regex(/^[\w-]{1,64}$/)),
      version: z.string().check(z.regex(/^[\w.-]{1,32}$/)),
    }),
    /** The time of the first consent to this version, in milliseconds since 1970. */
    response: z.object({ agreedAt: z.number() }),
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
      /** Digest of the signed text, so that the PDF and the page can be compared. */
      hash: z.string(),
      signedOn: localDate,
      /** Valid for one download within a few minutes. */
      pdfUrl: z.string(),
    }),
  },
  sendByEmail: {
    request: z.strictObject({
      /** Idempotency key chosen by the client: a repeated request sends one mail. */
      requestNo: z.string().check(z.regex(/^[\w-]{8,40}$/)),
      agreementNos: z.array(agreementNo).check(z.minLength(1), z.maxLength(20)),
      /** A new address, or the number of one on file. */
      email: z.optional(email),
      emailNo: z.optional(agreementNo),
    }),
    response: z.object({ sentTo: z.string() }),
  },
}
