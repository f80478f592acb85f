import * as z from 'zod/mini'
import { boundCard } from './cards.ts'
import { billParts, instalment, loanNo, loanSummary, repaySeqNo } from './bills.ts'
import { delayShapes } from './delays.ts'
import { localDate, money } from '#wire/figures.ts'
import { explained } from './ledger-lines.ts'
import { payingApp, paymentKinds, transactionShapes } from './transactions.ts'
import { paymentOrderShapes } from './payment-orders.ts'
import { pageNo } from '#wire/wire.ts'

/** A calendar month, 6 digits. */
const month = z.string().check(z.regex(/^\d{4}(0[1-9]|1[0-2])$/))

const monthSum = z.object({ month: z.string(), amount: money, overdue: money })

/** A pending payment order, so that it is found again after a reload and never placed twice. */
const openOrder = z.object({ repaySeqNo: z.string(), state: z.string(), amount: money })

const payment = z.object({
  paymentNo: z.string(),
  kind: z.enum(paymentKinds),
  amount: money,
  overpaid: money,
  paidOn: localDate,
  loanNos: z.array(z.string()),
  bankName: z.optional(z.string()),
  lastFour: z.optional(z.string()),
  app: z.optional(payingApp),
})

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
      /** Charged, paid, waived and open amounts of the whole loan. */
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
      /** The amounts the lender waived for it. */
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
    }),
  },
  ...paymentOrderShapes,
  ...delayShapes,
  ...transactionShapes,
}
