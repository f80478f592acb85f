import * as z from 'zod/mini'
import {
  billParts,
  instalment,
  loanNo,
  newRepaySeqNo,
  orderStates,
  payMethods,
  repaySeqNo,
} from './bills.ts'
import { boundCard, cardId } from './cards.ts'
import { paymentKinds } from './transactions.ts'
import { localDate, money } from '#wire/figures.ts'

/** An order of the same loans that is not settled; another payment waits for it. */
const orderUnderWay = z.object({
  repaySeqNo: z.string(),
  state: z.enum(['confirming', 'processing']),
  amount: money,
  payBy: z.enum(payMethods),
  bankName: z.optional(z.string()),
  lastFour: z.optional(z.string()),
  /** Whether the bank sends a code before it is paid. */
  needsCode: z.boolean(),
  /** Ordered by the lender on a due date. */
  isAutomatic: z.boolean(),
  /** Whether the borrower can still confirm it, or pay it in the app. */
  canGoOn: z.boolean(),
  /** An order at the bank cannot be given up. */
  canGiveUp: z.boolean(),
})
export type OrderUnderWay = z.output<typeof orderUnderWay>

/** A card with what it can still pay today within its bank's day limit. */
const payingCard = z.object({ ...boundCard.shape, leftToday: money })

/** What to pay: selected instalments, or a loan early in full or in part. */
const aim = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('due'),
    picks: z
      .array(z.strictObject({ loanNo, n: z.int().check(z.minimum(1), z.maximum(360)) }))
      .check(z.minLength(1), z.maxLength(60)),
  }),
  z.strictObject({ kind: z.literal('earlyFull'), loanNo }),
  z.strictObject({
    kind: z.literal('earlyPart'),
    loanNo,
    amount: money,
    /**
     * What stays unchanged: the end date (the default), or the instalment amount with fewer
     * instalments.
     */
    keep: z.optional(z.enum(['term', 'instalment'])),
  }),
])
export type RepaymentAim = z.output<typeof aim>

/** The parameters of the messaging app's bridge, under its own names. */
const bridgePayment = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.string(),
  paySign: z.string(),
})
export type BridgePayment = z.output<typeof bridgePayment>

/** Payment orders: what a repayment costs, placing and confirming it, and its result. */
export const paymentOrderShapes = {
  quote: {
    request: z.strictObject({ aim }),
    response: z.object({
      amount: money,
      parts: billParts,
      lines: z.array(z.object({ loanNo: z.string(), n: z.int(), parts: billParts, amount: money })),
      /** Interest saved by an early repayment. */
      saving: money,
      before: z.optional(z.array(instalment)),
      after: z.optional(z.array(instalment)),
      /** The quoted amount is valid only on this day. */
      validOn: localDate,
      quoteId: z.string(),
      cards: z.array(payingCard),
      payMethods: z.array(z.enum(payMethods)),
      order: z.optional(orderUnderWay),
    }),
  },
  place: {
    request: z.strictObject({
      /** Idempotency key chosen by the client: a repeated request places one order. */
      repaySeqNo: newRepaySeqNo,
      aim,
      quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
      payBy: z.enum(payMethods),
      cardId: z.optional(cardId),
    }),
    response: z.object({
      repaySeqNo: z.string(),
      state: z.enum(orderStates),
      /** The bank sends a code unless a debit agreement was signed before. */
      needsCode: z.boolean(),
    }),
  },
  confirm: {
    request: z.strictObject({
      repaySeqNo,
      dynamicCode: z.optional(z.string().check(z.regex(/^\d{5}$/))),
    }),
    response: z.object({ state: z.enum(orderStates) }),
  },
  cancel: {
    /** The state after it; an order that was paid meanwhile stays paid. */
    request: z.strictObject({ repaySeqNo }),
    response: z.object({ state: z.enum(orderStates) }),
  },
  result: {
    request: z.strictObject({ repaySeqNo }),
    response: z.object({
      repaySeqNo: z.string(),
      /** Set if the order pays a waiver offer: the following steps are on its page. */
      kind: z.optional(z.enum(paymentKinds)),
      state: z.enum(orderStates),
      amount: money,
      payBy: z.enum(payMethods),
      bankName: z.optional(z.string()),
      lastFour: z.optional(z.string()),
      reason: z.optional(z.string()),
      settledLoanNos: z.array(z.string()),
      /** The part that was no longer due, which is refunded. */
      overpaid: money,
      refundNo: z.optional(z.string()),
    }),
  },
  createWalletOrder: {
    request: z.strictObject({ repaySeqNo }),
    response: z.object({
      /** The payment app's own page, which returns to ours. */
      url: z.string(),
      /** For the messaging app's browser, which pays without leaving the page. */
      bridge: z.optional(bridgePayment),
    }),
  },
  walletOrder: {
    request: z.strictObject({ repaySeqNo }),
    response: z.object({ state: z.enum(orderStates) }),
  },
}
