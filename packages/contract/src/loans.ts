import * as z from 'zod/mini'
import { boundCard, cardId } from './cards.ts'
import { agreedText, stepAnswer } from './credit.ts'
import { localDate, money, ratePpm } from './figures.ts'

export const methods = ['equal-instalments', 'equal-principal', 'interest-first'] as const

const months = z.int().check(z.minimum(1), z.maximum(60))
const couponId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const loanSeqNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** What a trial is asked for, under the names the old wire has. */
const drawTerms = {
  loanAmount: money,
  instalment: months,
  repayMethod: z.enum(methods),
}

/** One instalment of a plan; `given` is what a coupon takes off it. */
export const plannedInstalment = z.object({
  n: z.int(),
  dueDate: localDate,
  principal: money,
  interest: money,
  given: money,
  amount: money,
  balance: money,
})

export type PlannedInstalment = z.output<typeof plannedInstalment>

const coupon = z.object({
  couponId: z.string(),
  name: z.string(),
  /** What it gives, in words. */
  benefit: z.string(),
  /** What it takes off this very draw, where it can be used. */
  saving: z.optional(money),
  amountMin: money,
  months: z.array(z.int()),
  validUntil: localDate,
  /** Why it can't be used for this draw. */
  reason: z.optional(z.string()),
})

export type LoanCoupon = z.output<typeof coupon>

/** The all-in cost sheet: every charge with who takes it and how, and what being late would cost. */
export const costSheet = z.object({
  principal: money,
  charges: z.array(
    z.object({ name: z.string(), amount: money, chargedBy: z.string(), how: z.string() }),
  ),
  total: money,
  annualCost: ratePpm,
  late: z.array(z.object({ name: z.string(), how: z.string() })),
  /** How long the sheet is shown at least, before it can be confirmed. */
  readSeconds: z.int(),
  /** Names exactly this content; confirming sends it back. */
  digest: z.string(),
})

export type CostSheet = z.output<typeof costSheet>

/** The plan and what it costs: the trial, what is signed, and what is booked. */
export const quoted = {
  plan: z.array(plannedInstalment),
  firstAmount: money,
  totalInterest: money,
  totalGiven: money,
  totalAmount: money,
  annualRate: ratePpm,
  annualCost: ratePpm,
}

const loanIdentity = z.codec(
  z.object({ protocolParams: z.record(z.string(), z.string()), isUnionLoan: z.enum(['Y', 'N']) }),
  z.custom<{
    readonly agreementFields: Readonly<Record<string, string>>
    readonly isUnionLoan: boolean
  }>(),
  {
    decode: ({ protocolParams, isUnionLoan }) => ({
      agreementFields: protocolParams,
      isUnionLoan: isUnionLoan === 'Y',
    }),
    encode: ({ agreementFields, isUnionLoan }) => ({
      protocolParams: { ...agreementFields },
      isUnionLoan: isUnionLoan ? ('Y' as const) : ('N' as const),
    }),
  },
)

export const loanStates = ['verifying', 'processing', 'paid', 'failed'] as const

export const loansShapes = {
  currentStep: {
    request: z.strictObject({ loanSeqNo: z.optional(loanSeqNo) }),
    response: stepAnswer,
  },
  choices: {
    request: z.strictObject({}),
    response: z.object({
      amountMin: money,
      /** The product's most and the available limit, whichever is less. */
      amountMax: money,
      step: money,
      terms: z.array(z.int()),
      purposes: z.array(z.object({ code: z.string(), name: z.string() })),
      methods: z.array(z.object({ code: z.enum(methods), name: z.string(), monthsMax: z.int() })),
    }),
  },
  rate: {
    request: z.strictObject({}),
    response: z.object({ lpr: ratePpm, lprOn: localDate, annualRate: ratePpm }),
  },
  coupons: {
    request: z.strictObject(drawTerms),
    response: z.object({
      usableCoupon: z.array(coupon),
      disableCoupon: z.array(coupon),
      bestCouponId: z.optional(z.string()),
    }),
  },
  payoutCards: {
    request: z.strictObject({}),
    response: z.object({ cards: z.array(boundCard) }),
  },
  quote: {
    request: z.strictObject({
      ...drawTerms,
      couponId: z.optional(couponId),
      /** Left out: the borrower's own product. */
      productNo: z.optional(z.literal('900001')),
    }),
    response: z.object({
      ...quoted,
      loanIdentityDto: loanIdentity,
      costSheet,
      /** Names exactly this trial; applying sends it back, so that nothing else can be booked. */
      quoteId: z.string(),
    }),
  },
  quoteForChannel: {
    /** Before anybody is known: at the highest rate the product has, said so. */
    request: z.strictObject(drawTerms),
    response: z.object(quoted),
  },
  apply: {
    request: z.strictObject({
      /** Chosen by the phone: asked twice, one draw. */
      requestNo: z.string().check(z.regex(/^[\w-]{8,64}$/)),
      ...drawTerms,
      borrowPurpose: z.string().check(z.regex(/^[\w-]{1,40}$/)),
      couponId: z.optional(couponId),
      cardId,
      quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
      costSheetDigest: z.string().check(z.regex(/^[\w-]{8,128}$/)),
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
    }),
    response: z.object({
      loanSeqNo: z.string(),
      /** What the person has to prove before the draw runs. */
      verification: z.array(z.enum(['sms', 'face'])),
    }),
  },
  execute: {
    request: z.strictObject({ loanSeqNo }),
    response: z.object({ state: z.enum(loanStates) }),
  },
  result: {
    request: z.strictObject({ loanSeqNo }),
    response: z.object({
      state: z.enum(loanStates),
      amount: money,
      instalment: z.int(),
      bankName: z.string(),
      lastFour: z.string(),
      /** Its money goes to the mall; the card is the one that instalments are debited from. */
      isPurchase: z.optional(z.boolean()),
      /** What is still to be proven while it is `verifying`. */
      verification: z.array(z.enum(['sms', 'face'])),
      reason: z.optional(z.string()),
      loanNo: z.optional(z.string()),
      paidOn: z.optional(localDate),
      plan: z.optional(z.array(plannedInstalment)),
    }),
  },
}
