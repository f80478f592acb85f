import * as z from 'zod/mini'
import { boundCard, cardId } from './cards.ts'
import { agreedText, stepAnswer } from './credit.ts'
import { localDate, money, ratePpm } from '#wire/figures.ts'
import { couponNames, drawNames, quoteNames, termNames } from '#wire/names.ts'
import { onWire, renameFields, withNames } from '#wire/renamed.ts'
import { yesNo } from '#wire/wire.ts'

export const methods = ['equal-instalments', 'equal-principal', 'interest-first'] as const

const months = z.int().check(z.minimum(1), z.maximum(60))
const couponNo = z.string().check(z.regex(/^[\w-]{1,64}$/))
const drawNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** The input of a quote. */
const drawTerms = {
  loanAmount: money,
  instalment: months,
  repayMethod: z.enum(methods),
}

/** One instalment of a plan; `given` is the coupon discount. */
export const plannedInstalment = z.object({
  n: z.int(),
  dueDate: localDate,
  principal: money,
  interest: money,
  fee: money,
  given: money,
  amount: money,
  balance: money,
})

export type PlannedInstalment = z.output<typeof plannedInstalment>

const coupon = renameFields(
  z.object({
    couponId: z.string(),
    name: z.string(),
    /** The benefit, as text. */
    benefit: z.string(),
    /** The discount for this draw, if the coupon can be used. */
    saving: z.optional(money),
    amountMin: money,
    months: z.array(z.int()),
    validUntil: localDate,
    /** Why it can't be used for this draw. */
    reason: z.optional(z.string()),
  }),
  couponNames,
)

export type LoanCoupon = z.output<typeof coupon>

/**
 * The all-in cost sheet: every charge with who collects it and how, and the cost of late payment.
 */
export const costSheet = z.object({
  principal: money,
  charges: z.array(
    z.object({ name: z.string(), amount: money, chargedBy: z.string(), how: z.string() }),
  ),
  total: money,
  annualCost: ratePpm,
  late: z.array(z.object({ name: z.string(), how: z.string() })),
  /** Minimum seconds that the sheet is shown before it can be confirmed. */
  readSeconds: z.int(),
  /** Digest of this content; the confirmation sends it back. */
  digest: z.string(),
})

export type CostSheet = z.output<typeof costSheet>

/** The plan and its cost, as quoted, signed and booked. */
export const quoted = {
  plan: z.array(plannedInstalment),
  firstAmount: money,
  totalInterest: money,
  totalFees: money,
  totalDiscount: money,
  totalAmount: money,
  annualRate: ratePpm,
  annualCost: ratePpm,
}

/** The fields of the agreements, of which the terms have other names inside. */
const agreementFields = z.codec(
  z.record(z.string(), z.string()),
  z.custom<Readonly<Record<string, string>>>(),
  {
    decode: (fields) => withNames(fields, termNames),
    encode: (fields) => onWire(fields, termNames),
  },
)

const loanIdentity = renameFields(
  z.object({ protocolParams: agreementFields, isUnionLoan: yesNo }),
  quoteNames,
)

export const loanStates = ['verifying', 'processing', 'paid', 'failed'] as const

export const loansShapes = {
  currentStep: {
    request: renameFields(z.strictObject({ loanSeqNo: z.optional(drawNo) }), drawNames),
    response: stepAnswer,
  },
  choices: {
    request: z.strictObject({}),
    response: z.object({
      amountMin: money,
      /** The lower of the product's maximum and the available limit. */
      amountMax: money,
      step: money,
      terms: z.array(z.int()),
      purposes: z.array(z.object({ code: z.string(), name: z.string() })),
      methods: z.array(z.object({ code: z.enum(methods), name: z.string(), monthsMax: z.int() })),
      /** The name of the product, if it is another than the usual one. */
      productName: z.optional(z.string()),
      /** Loan-use evidence is due within these days after the disbursement. */
      evidenceDays: z.optional(z.int()),
    }),
  },
  rate: {
    request: z.strictObject({}),
    response: z.object({ lpr: ratePpm, lprOn: localDate, annualRate: ratePpm }),
  },
  coupons: {
    request: renameFields(z.strictObject(drawTerms), termNames),
    response: renameFields(
      z.object({
        usableCoupon: z.array(coupon),
        disableCoupon: z.array(coupon),
        bestCouponId: z.optional(z.string()),
      }),
      couponNames,
    ),
  },
  ownCoupons: {
    /** All coupons of the customer, usable ones first, then the others with the reason. */
    request: z.strictObject({}),
    response: z.object({ usable: z.array(coupon), ended: z.array(coupon) }),
  },
  payoutCards: {
    request: z.strictObject({}),
    response: z.object({ cards: z.array(boundCard) }),
  },
  quote: {
    request: renameFields(
      z.strictObject({
        ...drawTerms,
        couponId: z.optional(couponNo),
        /** If absent: the borrower's own product. */
        productNo: z.optional(z.literal('900001')),
      }),
      termNames,
    ),
    response: renameFields(
      z.object({
        ...quoted,
        loanIdentityDto: loanIdentity,
        costSheet,
        /**
         * Identifies exactly this quote; the application sends it back, so that nothing else can be
         * booked.
         */
        quoteId: z.string(),
      }),
      quoteNames,
    ),
  },
  quoteForChannel: {
    /** For visitors who are not signed in: at the product's highest rate, which is stated. */
    request: renameFields(z.strictObject(drawTerms), termNames),
    response: z.object(quoted),
  },
  apply: {
    request: renameFields(
      z.strictObject({
        /** Idempotency key chosen by the client: a repeated request makes one draw. */
        requestNo: z.string().check(z.regex(/^[\w-]{8,64}$/)),
        ...drawTerms,
        borrowPurpose: z.string().check(z.regex(/^[\w-]{1,40}$/)),
        /** The kind of use: 1 is consumption, the default and the only one lent for. */
        purpose: z.optional(z.literal('1')),
        couponId: z.optional(couponNo),
        cardId,
        quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
        costSheetDigest: z.string().check(z.regex(/^[\w-]{8,128}$/)),
        agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
      }),
      termNames,
    ),
    response: renameFields(
      z.object({
        loanSeqNo: z.string(),
        /** The verifications required before the draw runs. */
        verification: z.array(z.enum(['sms', 'face'])),
      }),
      drawNames,
    ),
  },
  execute: {
    request: renameFields(z.strictObject({ loanSeqNo: drawNo }), drawNames),
    response: z.object({ state: z.enum(loanStates) }),
  },
  cancel: {
    /** Cancels a draw that is not ordered from the bank yet; repeated, it answers the same. */
    request: renameFields(z.strictObject({ loanSeqNo: drawNo }), drawNames),
    response: z.object({ state: z.enum(loanStates) }),
  },
  result: {
    request: renameFields(z.strictObject({ loanSeqNo: drawNo }), drawNames),
    response: renameFields(
      z.object({
        state: z.enum(loanStates),
        amount: money,
        instalment: z.int(),
        bankName: z.string(),
        lastFour: z.string(),
        /** The money goes to the mall; the card is the one that instalments are debited from. */
        isPurchase: z.optional(z.boolean()),
        /** The verifications still required while the state is `verifying`. */
        verification: z.array(z.enum(['sms', 'face'])),
        /** A person looks at the pictures of the face check. */
        isFaceInReview: z.optional(z.boolean()),
        reason: z.optional(z.string()),
        loanNo: z.optional(z.string()),
        paidOn: z.optional(localDate),
        productName: z.optional(z.string()),
        /** The last day for the loan-use evidence. */
        evidenceDueOn: z.optional(localDate),
        plan: z.optional(z.array(plannedInstalment)),
        /** What can still be borrowed after this draw. */
        availableLimit: z.optional(money),
      }),
      termNames,
    ),
  },
}
