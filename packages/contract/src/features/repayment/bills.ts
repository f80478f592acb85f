import * as z from 'zod/mini'
import { localDate, money, ratePpm } from '#wire/figures.ts'

export const loanNo = z.string().check(z.regex(/^[\w-]{1,64}$/))
/** A payment or refund in the books, also one that staff booked. */
export const bookedNo = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const requestNo = z.string().check(z.regex(/^[\w-]{8,64}$/))
/**
 * Chosen by the client, at random. No number of the lender's books has this form, with or without the
 * endings of the numbers derived from it.
 */
export const newRequestNo = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The parts of an amount, in the order in which a payment settles them. */
export const billParts = z.object({ fee: money, penalty: money, interest: money, principal: money })
export type BillParts = z.output<typeof billParts>

const instalmentStates = ['settled', 'partly', 'overdue', 'due', 'upcoming'] as const

/** One instalment of one loan, as of today. */
export const instalment = z.object({
  loanNo: z.string(),
  n: z.int(),
  months: z.int(),
  dueDate: localDate,
  /** The first day on which it can be paid as a bill; before that, payment is early repayment. */
  payableFrom: localDate,
  state: z.enum(instalmentStates),
  /** Days overdue since the due date; zero up to and including it. */
  daysOverdue: z.int(),
  due: billParts,
  paid: billParts,
  waived: billParts,
  /** The open amount, with penalty up to today. */
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
  /** The instalments of the plan as it is now. */
  months: z.int(),
  /** Those of the signed plan, if an early repayment has shortened it. */
  monthsAtFirst: z.optional(z.int()),
  methodName: z.string(),
  annualRate: ratePpm,
  state: z.enum(loanStates),
  /** Reversed with the goods it paid for: it was not repaid, but nothing is owed. */
  isReversed: z.optional(z.literal(true)),
  /** The oldest open instalment. */
  next: z.optional(
    z.object({ n: z.int(), dueDate: localDate, amount: money, daysOverdue: z.int() }),
  ),
  principalLeft: money,
  /** The payoff today. */
  payoff: money,
})
export type LoanSummary = z.output<typeof loanSummary>

/** What every text says about a plan: its open instalments, the next of them, and the end. */
export const planOutline = z.object({
  /** The open instalments. */
  count: z.int(),
  months: z.int(),
  monthsAtFirst: z.optional(z.int()),
  next: z.object({ n: z.int(), dueDate: localDate, amount: money }),
  /** The amount of the instalment after the next one, if there is one. */
  amountAfterNext: z.optional(money),
  endsOn: localDate,
})
export type PlanOutline = z.output<typeof planOutline>

export const orderStates = [
  'confirming',
  'processing',
  'paid',
  'partly',
  'failed',
  'closed',
] as const
export const payMethods = ['card', 'wallet', 'messenger'] as const
