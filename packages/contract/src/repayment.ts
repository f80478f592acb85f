import * as z from 'zod/mini'
import { boundCard, cardId } from './cards.ts'
import { localDate, money, ratePpm } from './figures.ts'
import { explained } from './ledger-lines.ts'

const loanNo = z.string().check(z.regex(/^[\w-]{1,64}$/))
const repaySeqNo = z.string().check(z.regex(/^[\w-]{8,64}$/))
/** What a phone may choose: short enough for what is made of it, and not like those the lender makes. */
const newRepaySeqNo = z.string().check(z.regex(/^(?!auto-)[\w-]{8,40}$/))
const pageNo = z.int().check(z.minimum(1), z.maximum(1000))
/** A calendar month, 6 digits. */
const month = z.string().check(z.regex(/^\d{4}(0[1-9]|1[0-2])$/))

/** What an amount is made of, in the order in which a payment settles it. */
const parts = z.object({ fee: money, penalty: money, interest: money, principal: money })
export type BillParts = z.output<typeof parts>

const instalmentStates = ['settled', 'partly', 'overdue', 'due', 'upcoming'] as const

/** One instalment of one loan, as it stands today. */
const instalment = z.object({
  loanNo: z.string(),
  n: z.int(),
  months: z.int(),
  dueDate: localDate,
  state: z.enum(instalmentStates),
  /** Late since the due date; nothing before and on it. */
  daysOverdue: z.int(),
  due: parts,
  paid: parts,
  waived: parts,
  /** What is still to be paid of it, its penalty up to today included. */
  open: parts,
  amount: money,
})
export type BillInstalment = z.output<typeof instalment>

const loanStates = ['open', 'overdue', 'settled'] as const

const loanSummary = z.object({
  loanNo: z.string(),
  productNo: z.string(),
  purposeName: z.string(),
  amount: money,
  drawnOn: localDate,
  months: z.int(),
  methodName: z.string(),
  annualRate: ratePpm,
  state: z.enum(loanStates),
  /** The oldest instalment that is still open. */
  next: z.optional(
    z.object({ n: z.int(), dueDate: localDate, amount: money, daysOverdue: z.int() }),
  ),
  principalLeft: money,
  /** What settles it today. */
  payoff: money,
})
export type LoanSummary = z.output<typeof loanSummary>

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
})

const orderStates = ['confirming', 'processing', 'paid', 'partly', 'failed', 'closed'] as const

/** What is to be paid: chosen instalments, or a loan early in full or in part. */
const aim = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('due'),
    picks: z
      .array(z.strictObject({ loanNo, n: z.int().check(z.minimum(1), z.maximum(360)) }))
      .check(z.minLength(1), z.maxLength(60)),
  }),
  z.strictObject({ kind: z.literal('earlyFull'), loanNo }),
  z.strictObject({ kind: z.literal('earlyPart'), loanNo, amount: money }),
])
export type RepaymentAim = z.output<typeof aim>

const payMethods = ['card', 'wallet', 'messenger'] as const

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
      penalty: money,
      /** What one more day of being late costs. */
      penaltyADay: money,
      thisMonth: money,
      nextDueDate: z.optional(localDate),
      nextAmount: z.optional(money),
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
      parts,
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
      charged: parts,
      paid: parts,
      waived: parts,
      open: parts,
      explained,
    }),
  },
  payment: {
    request: z.strictObject({ paymentNo: repaySeqNo }),
    response: z.object({
      payment,
      allocations: z.array(z.object({ loanNo: z.string(), n: z.int(), parts })),
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
      parts,
      lines: z.array(z.object({ loanNo: z.string(), n: z.int(), parts, amount: money })),
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
      state: z.enum(orderStates),
      amount: money,
      payBy: z.enum(payMethods),
      bankName: z.optional(z.string()),
      lastFour: z.optional(z.string()),
      reason: z.optional(z.string()),
      settledLoanNos: z.array(z.string()),
      refundNo: z.optional(z.string()),
    }),
  },
  createWalletOrder: {
    request: z.strictObject({ repaySeqNo }),
    /** The payment app's own page, which comes back to ours. */
    response: z.object({ url: z.string() }),
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
}
