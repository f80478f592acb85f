import * as z from 'zod/mini'
import { localDate, money, ratePpm } from './figures.ts'

export const loanNo = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const repaySeqNo = z.string().check(z.regex(/^[\w-]{8,64}$/))
/** What a phone may choose: short enough for what is made of it, and not like those the lender makes. */
export const newRepaySeqNo = z.string().check(z.regex(/^(?!auto-)[\w-]{8,40}$/))

/** What an amount is made of, in the order in which a payment settles it. */
export const billParts = z.object({ fee: money, penalty: money, interest: money, principal: money })
export type BillParts = z.output<typeof billParts>

const instalmentStates = ['settled', 'partly', 'overdue', 'due', 'upcoming'] as const

/** One instalment of one loan, as it stands today. */
export const instalment = z.object({
  loanNo: z.string(),
  n: z.int(),
  months: z.int(),
  dueDate: localDate,
  /** The first day on which it may be paid as a bill; before it, paying is early repayment. */
  payableFrom: localDate,
  state: z.enum(instalmentStates),
  /** Late since the due date; nothing before and on it. */
  daysOverdue: z.int(),
  due: billParts,
  paid: billParts,
  waived: billParts,
  /** What is still to be paid of it, its penalty up to today included. */
  open: billParts,
  amount: money,
})
export type BillInstalment = z.output<typeof instalment>

const loanStates = ['open', 'overdue', 'settled'] as const

export const loanSummary = z.object({
  loanNo: z.string(),
  productNo: z.string(),
  purposeName: z.string(),
  amount: money,
  drawnOn: localDate,
  months: z.int(),
  methodName: z.string(),
  annualRate: ratePpm,
  state: z.enum(loanStates),
  /** Called off with the goods it paid for: it was never paid off, though nothing is owed. */
  isReversed: z.optional(z.literal(true)),
  /** The oldest instalment that is still open. */
  next: z.optional(
    z.object({ n: z.int(), dueDate: localDate, amount: money, daysOverdue: z.int() }),
  ),
  principalLeft: money,
  /** What settles it today. */
  payoff: money,
})
export type LoanSummary = z.output<typeof loanSummary>

export const orderStates = [
  'confirming',
  'processing',
  'paid',
  'partly',
  'failed',
  'closed',
] as const
export const payMethods = ['card', 'wallet', 'messenger'] as const
