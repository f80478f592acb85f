import * as z from 'zod/mini'
import { boundCard, cardId } from './cards.ts'
import {
  billParts,
  instalment,
  loanNo,
  loanSummary,
  newRepaySeqNo,
  orderStates,
  payMethods,
  repaySeqNo,
} from './bills.ts'
import { delayShapes } from './delays.ts'
import { localDate, money } from './figures.ts'
import { explained } from './ledger-lines.ts'
import { pageNo } from './wire.ts'

/** A calendar month, 6 digits. */
const month = z.string().check(z.regex(/^\d{4}(0[1-9]|1[0-2])$/))

const monthSum = z.object({ month: z.string(), amount: money, overdue: money })

/** A payment order that is under way: found again after a reload, and never placed twice. */
const openOrder = z.object({ repaySeqNo: z.string(), state: z.string(), amount: money })

const paymentKinds = ['due', 'earlyFull', 'earlyPart', 'waiver', 'conversion'] as const
const payment = z.object({
  paymentNo: z.string(),
  kind: z.enum(paymentKinds),
  amount: money,
  overpaid: money,
  paidOn: localDate,
  loanNos: z.array(z.string()),
  bankName: z.optional(z.string()),
  lastFour: z.optional(z.string()),
  /** The app that paid it, where no card of ours did. */
  app: z.optional(z.enum(['wallet', 'messenger'])),
})

/** What is to be paid: chosen instalments, or a loan early in full or in part. */
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
    /** What stays: the end date (left out, too), or the size of the instalments, of which there are fewer. */
    keep: z.optional(z.enum(['term', 'instalment'])),
  }),
])
export type RepaymentAim = z.output<typeof aim>

/** What the messaging app's bridge wants to know, in its own words. */
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
      /** The day the books are on. */
      today: localDate,
      /** Due today or late, with penalty to date. */
      dueNow: money,
      overdue: money,
      daysOverdue: z.int(),
      /** Whether a personalised plan would take at least one of the loans. */
      mayJoin: z.boolean(),
      penalty: money,
      /** What one more day of being late costs. */
      penaltyADay: money,
      thisMonth: money,
      nextDueDate: z.optional(localDate),
      nextAmount: z.optional(money),
      /** From when on that may be paid. */
      nextPayableFrom: z.optional(localDate),
      principalLeft: money,
      payoff: money,
      months: z.array(monthSum),
      loans: z.array(loanSummary),
      order: z.optional(openOrder),
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
      /** The month's statement as a PDF: good once, for a few minutes. */
      statementUrl: z.optional(z.string()),
    }),
  },
  currentBill: {
    request: z.strictObject({}),
    response: z.object({
      total: money,
      dueDate: z.optional(localDate),
      daysOverdue: z.int(),
      /** Whether a personalised plan would take at least one of the loans. */
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
  loanHistory: {
    request: z.strictObject({ filter: z.enum(['all', 'open', 'settled']), pageNo }),
    response: z.object({
      loans: z.array(loanSummary),
      hasMore: z.boolean(),
      counts: z.object({ all: z.int(), open: z.int(), settled: z.int() }),
    }),
  },
  paymentHistory: {
    request: z.strictObject({
      filter: z.enum(['all', 'due', 'early', 'other']),
      loanNo: z.optional(loanNo),
      pageNo,
    }),
    response: z.object({ payments: z.array(payment), hasMore: z.boolean() }),
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
      couponGiven: money,
      /** Charged, paid, given up and still open, over the whole loan. */
      charged: billParts,
      paid: billParts,
      waived: billParts,
      open: billParts,
      explained,
    }),
  },
  payment: {
    request: z.strictObject({ paymentNo: repaySeqNo }),
    response: z.object({
      payment,
      allocations: z.array(z.object({ loanNo: z.string(), n: z.int(), parts: billParts })),
      /** What the lender gave up for it. */
      waived: z.optional(billParts),
      refundNo: z.optional(z.string()),
    }),
  },
  refund: {
    request: z.strictObject({ refundNo: repaySeqNo }),
    response: z.object({
      refundNo: z.string(),
      amount: money,
      state: z.enum(['owed', 'sent', 'returned']),
      bankName: z.optional(z.string()),
      lastFour: z.optional(z.string()),
      owedSince: localDate,
      timeline: z.array(
        z.object({ state: z.enum(['owed', 'sent', 'returned', 'failed']), at: z.number() }),
      ),
    }),
  },
  quote: {
    request: z.strictObject({ aim }),
    response: z.object({
      amount: money,
      parts: billParts,
      lines: z.array(z.object({ loanNo: z.string(), n: z.int(), parts: billParts, amount: money })),
      /** Interest that will never be charged, for an early repayment. */
      saving: money,
      before: z.optional(z.array(instalment)),
      after: z.optional(z.array(instalment)),
      /** The quote is what is taken, on this day alone. */
      validOn: localDate,
      quoteId: z.string(),
      cards: z.array(boundCard),
      payMethods: z.array(z.enum(payMethods)),
    }),
  },
  place: {
    request: z.strictObject({
      /** Chosen by the phone: placed twice, one order. */
      repaySeqNo: newRepaySeqNo,
      aim,
      quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
      payBy: z.enum(payMethods),
      cardId: z.optional(cardId),
    }),
    response: z.object({
      repaySeqNo: z.string(),
      state: z.enum(orderStates),
      /** A code is sent by the bank unless the debit was agreed to before. */
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
  result: {
    request: z.strictObject({ repaySeqNo }),
    response: z.object({
      repaySeqNo: z.string(),
      /** Told where the order pays a waiver offer: what comes next is shown there. */
      kind: z.optional(z.enum(paymentKinds)),
      state: z.enum(orderStates),
      amount: money,
      payBy: z.enum(payMethods),
      bankName: z.optional(z.string()),
      lastFour: z.optional(z.string()),
      reason: z.optional(z.string()),
      settledLoanNos: z.array(z.string()),
      /** What was not needed any more, and goes back. */
      overpaid: money,
      refundNo: z.optional(z.string()),
    }),
  },
  createWalletOrder: {
    request: z.strictObject({ repaySeqNo }),
    response: z.object({
      /** The payment app's own page, which comes back to ours. */
      url: z.string(),
      /** For the messaging app's own browser, which pays without leaving the page. */
      bridge: z.optional(bridgePayment),
    }),
  },
  walletOrder: {
    request: z.strictObject({ repaySeqNo }),
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
  /** For the messaging app: every bill, this month's, or those of one way the money came. */
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
    }),
  },
  ...delayShapes,
}
