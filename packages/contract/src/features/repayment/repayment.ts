import * as z from 'zod/mini'
import { boundCard, cardId } from '../cards.ts'
import {
  billParts,
  instalment,
  loanNo,
  loanSummary,
  newRequestNo,
  orderStates,
  payMethods,
  planOutline,
  requestNo,
} from './bills.ts'
import { deferralShapes } from './deferrals.ts'
import { localDate, money } from '#wire/figures.ts'
import { orderNames } from '#wire/names.ts'
import { renameFields } from '#wire/renamed.ts'
import { text } from '#wire/wire.ts'
import { explained, paymentKinds, transactionShapes } from './transactions.ts'
import { orderUnderWay, payingCard } from './payment-orders.ts'

/** A calendar month, 6 digits. */
const month = z.string().check(z.regex(/^\d{4}(0[1-9]|1[0-2])$/))

const monthSum = z.object({ month: z.string(), amount: money, overdue: money })

/** A pending payment order, so that it is found again after a reload and never placed twice. */
const openOrder = renameFields(
  z.object({ repaySeqNo: z.string(), state: z.string(), amount: money }),
  orderNames,
)

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

export const repaymentShapes = {
  overview: {
    request: z.strictObject({}),
    response: z.object({
      /** The books' date. */
      today: localDate,
      /** Due today or overdue, with penalty to date. */
      dueNow: money,
      overdue: money,
      daysOverdue: z.int(),
      /** Whether a consolidation plan is possible for at least one of the loans. */
      mayJoin: z.boolean(),
      penalty: money,
      /** The penalty of one more overdue day. */
      penaltyADay: money,
      thisMonth: money,
      nextDueDate: z.optional(localDate),
      nextAmount: z.optional(money),
      /** The day from which it can be paid. */
      nextPayableFrom: z.optional(localDate),
      principalLeft: money,
      payoff: money,
      months: z.array(monthSum),
      loans: z.array(loanSummary),
      order: z.optional(openOrder),
      /** The card whose debit for what is due now was declined. */
      refusedCard: z.optional(boundCard),
    }),
  },
  allDue: {
    request: z.strictObject({}),
    response: z.object({
      today: localDate,
      total: money,
      loans: z.array(z.object({ loan: loanSummary, instalments: z.array(instalment) })),
      months: z.array(monthSum),
    }),
  },
  month: {
    request: z.strictObject({ month }),
    response: z.object({
      month: z.string(),
      total: money,
      open: money,
      instalments: z.array(instalment),
      /** The month's statement as a PDF: valid once, for a few minutes. */
      statementUrl: z.optional(z.string()),
    }),
  },
  currentBill: {
    request: z.strictObject({}),
    response: z.object({
      total: money,
      dueDate: z.optional(localDate),
      daysOverdue: z.int(),
      /** Whether a consolidation plan is possible for at least one of the loans. */
      mayJoin: z.boolean(),
      parts: billParts,
      instalments: z.array(instalment),
    }),
  },
  plan: {
    request: z.strictObject({ loanNo }),
    response: z.object({
      loan: loanSummary,
      instalments: z.array(instalment),
    }),
  },
  loan: {
    request: z.strictObject({ loanNo }),
    response: z.object({
      loan: loanSummary,
      borrowerName: z.string(),
      idNumber: z.string(),
      lenderName: z.string(),
      card: z.optional(boundCard),
      couponName: z.optional(z.string()),
      couponDiscount: money,
      /** Charged, paid, waived and open amounts of the whole loan. */
      charged: billParts,
      paid: billParts,
      waived: billParts,
      open: billParts,
      explained,
    }),
  },
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
      /** The figures of both plans in texts; none of a plan without open instalments. */
      outlineBefore: z.optional(planOutline),
      outlineAfter: z.optional(planOutline),
      /** The quoted amount is valid only on this day. */
      validOn: localDate,
      quoteId: z.string(),
      cards: z.array(payingCard),
      payMethods: z.array(z.enum(payMethods)),
      order: z.optional(orderUnderWay),
    }),
  },
  place: {
    request: renameFields(
      z.strictObject({
        /** Idempotency key chosen by the client: a repeated request places one order. */
        repaySeqNo: newRequestNo,
        aim,
        quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
        payBy: z.enum(payMethods),
        cardId: z.optional(cardId),
      }),
      orderNames,
    ),
    response: renameFields(
      z.object({
        repaySeqNo: z.string(),
        state: z.enum(orderStates),
        /** The bank sends a code unless a debit agreement was signed before. */
        needsCode: z.boolean(),
      }),
      orderNames,
    ),
  },
  confirm: {
    request: renameFields(
      z.strictObject({
        repaySeqNo: requestNo,
        dynamicCode: z.optional(z.string().check(z.regex(/^\d{5}$/))),
      }),
      orderNames,
    ),
    response: z.object({ state: z.enum(orderStates) }),
  },
  cancel: {
    /** The state after it; an order that was paid meanwhile stays paid. */
    request: renameFields(z.strictObject({ repaySeqNo: requestNo }), orderNames),
    response: z.object({ state: z.enum(orderStates) }),
  },
  result: {
    request: renameFields(z.strictObject({ repaySeqNo: requestNo }), orderNames),
    response: renameFields(
      z.object({
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
        /** The plan of a loan repaid early in part, as it is now. */
        outline: z.optional(planOutline),
        /** The record of a payment for one loan; one for several loans is in the list of payments. */
        paymentNo: z.optional(z.string()),
        /** The part that was no longer due, which is refunded. */
        overpaid: money,
        refundNo: z.optional(z.string()),
        /** While unsettled: the order itself, or the one in progress for the same loans. */
        underWay: z.optional(orderUnderWay),
      }),
      orderNames,
    ),
  },
  createWalletOrder: {
    request: renameFields(
      z.strictObject({
        repaySeqNo: requestNo,
        /** What the messaging app's page returned, which names the person who pays. */
        payer: z.optional(z.strictObject({ authCode: text(128), state: text(128) })),
      }),
      orderNames,
    ),
    response: z.object({
      /** The payment app's own page, which returns to ours; or first the page that names the payer. */
      url: z.string(),
      /** For the messaging app's browser, which pays without leaving the page. */
      bridge: z.optional(bridgePayment),
    }),
  },
  walletOrder: {
    request: renameFields(z.strictObject({ repaySeqNo: requestNo }), orderNames),
    response: z.object({ state: z.enum(orderStates) }),
  },
  billsByPeriod: {
    request: z.strictObject({ period: z.enum(['current', 'next', 'all']) }),
    response: z.object({
      total: money,
      months: z.array(
        z.object({
          month: z.string(),
          amount: money,
          overdue: money,
          instalments: z.array(instalment),
        }),
      ),
    }),
  },
  /** For the messaging app: every bill, the bills of this month, or those paid by one method. */
  channelBills: {
    request: z.strictObject({ which: z.enum(['all', 'current', 'channel', 'partner']) }),
    response: z.object({
      today: localDate,
      total: money,
      dueNow: money,
      overdue: money,
      daysOverdue: z.int(),
      nextDueDate: z.optional(localDate),
      loans: z.array(z.object({ loan: loanSummary, instalments: z.array(instalment) })),
      order: z.optional(openOrder),
      /** The card whose debit for what is due now was declined. */
      refusedCard: z.optional(boundCard),
    }),
  },
  ...deferralShapes,
  ...transactionShapes,
}
