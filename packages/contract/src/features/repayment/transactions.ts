import * as z from 'zod/mini'
import { billParts, bookedNo, loanNo, loanSummary } from './bills.ts'
import { localDate, money } from '#wire/figures.ts'
import { pageNo } from '#wire/wire.ts'

export const paymentKinds = ['due', 'earlyFull', 'earlyPart', 'waiver', 'conversion'] as const

/** The app that paid, if not a bound card. */
const payingApp = z.enum(['wallet', 'messenger'])

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
  /** A transfer to the lender's account. */
  isTransfer: z.optional(z.boolean()),
  /**
   * The day on which the payment was reversed, because the bank or the app took the money back or
   * because it was booked wrongly.
   */
  reversedOn: z.optional(localDate),
  wasBookedWrongly: z.optional(z.boolean()),
})

const refundStates = ['owed', 'sent', 'returned', 'cancelled'] as const

const transactionKinds = ['draw', 'repayment', 'refund'] as const
export type TransactionKind = (typeof transactionKinds)[number]

const transactionStates = ['unconfirmed', 'processing', 'done', 'failed', 'cancelled'] as const
export type TransactionState = (typeof transactionStates)[number]

const transaction = z.object({
  kind: z.enum(transactionKinds),
  transactionNo: z.string(),
  state: z.enum(transactionStates),
  amount: money,
  on: localDate,
  at: z.number(),
  /** Why it failed or was cancelled, or why it takes longer. */
  reason: z.optional(z.string()),
  /** Of a draw. */
  purposeName: z.optional(z.string()),
  /** Of a repayment. */
  paymentKind: z.optional(z.enum(paymentKinds)),
  /** Debited by the lender on the due date. */
  isAutomatic: z.optional(z.literal(true)),
  bankName: z.optional(z.string()),
  lastFour: z.optional(z.string()),
  app: z.optional(payingApp),
  /** The loan of a disbursed draw. */
  loanNo: z.optional(z.string()),
  /** The booked payment, if the order has exactly one. */
  paymentNo: z.optional(z.string()),
})
export type Transaction = z.output<typeof transaction>

const filters = {
  kind: z.enum(['all', ...transactionKinds]),
  /** `processing` includes unconfirmed ones, `failed` includes cancelled ones. */
  state: z.enum(['all', 'processing', 'done', 'failed']),
  period: z.enum(['all', 'month', 'quarter', 'year']),
}
export type TransactionFilters = { [F in keyof typeof filters]: z.output<(typeof filters)[F]> }

export const transactionShapes = {
  loanHistory: {
    request: z.strictObject({ ...filters, pageNo }),
    response: z.object({ transactions: z.array(transaction), hasMore: z.boolean() }),
  },
  settledLoans: {
    request: z.strictObject({ pageNo }),
    response: z.object({ loans: z.array(loanSummary), hasMore: z.boolean() }),
  },
  paymentHistory: {
    request: z.strictObject({
      filter: z.enum(['all', 'due', 'early', 'other']),
      loanNo: z.optional(loanNo),
      pageNo,
    }),
    response: z.object({ payments: z.array(payment), hasMore: z.boolean() }),
  },
  payment: {
    request: z.strictObject({ paymentNo: bookedNo }),
    response: z.object({
      payment,
      allocations: z.array(z.object({ loanNo: z.string(), n: z.int(), parts: billParts })),
      /** The amounts the lender waived for it. */
      waived: z.optional(billParts),
      refundNo: z.optional(z.string()),
    }),
  },
  refund: {
    request: z.strictObject({ refundNo: bookedNo }),
    response: z.object({
      refundNo: z.string(),
      amount: money,
      state: z.enum(refundStates),
      bankName: z.optional(z.string()),
      lastFour: z.optional(z.string()),
      owedSince: localDate,
      timeline: z.array(z.object({ state: z.enum([...refundStates, 'failed']), at: z.number() })),
    }),
  },
}

/** One ledger entry behind an amount. */
const entryLine = z.object({
  on: localDate,
  event: z.string(),
  /** The change of the amount; negative if it decreased. */
  change: z.string().check(z.regex(/^-?\d{1,12}\.\d{2}$/)),
  balance: z.string().check(z.regex(/^-?\d{1,12}\.\d{2}$/)),
})

/** The ledger entries behind each part of a loan's debt. */
export const explained = z.object({
  fee: z.array(entryLine),
  penalty: z.array(entryLine),
  interest: z.array(entryLine),
  principal: z.array(entryLine),
})
