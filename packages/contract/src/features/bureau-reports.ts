import * as z from 'zod/mini'
import { closeReasons } from '@qingzhou/domain/bureau/bureau-event'
import { disputeReasons } from '@qingzhou/domain/bureau/dispute'
import { localDate, money } from '#wire/figures.ts'
import { text } from '#wire/wire.ts'

const loanNo = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))
const eventNo = z.int().check(z.minimum(1), z.maximum(1_000_000))

/** What the bureau was told of a loan. */
export const bureauFact = z.discriminatedUnion('about', [
  z.object({ about: z.literal('opened'), amount: money }),
  z.object({ about: z.literal('balance'), balance: money, overdue: money }),
  z.object({ about: z.literal('status'), daysLate: z.int(), lateClass: z.int() }),
  /** Without a reason, the loan is not closed. */
  z.object({ about: z.literal('closed'), reason: z.optional(z.enum(closeReasons)) }),
])
export type ReportedFact = z.output<typeof bureauFact>

/** What a member of staff has found to be true; the class follows from the days. */
export const foundFact = z.discriminatedUnion('about', [
  z.strictObject({ about: z.literal('opened'), amount: money }),
  z.strictObject({ about: z.literal('balance'), balance: money, overdue: money }),
  z.strictObject({
    about: z.literal('status'),
    daysLate: z.int().check(z.minimum(0), z.maximum(36_500)),
  }),
  z.strictObject({ about: z.literal('closed'), reason: z.optional(z.enum(closeReasons)) }),
])

const reportedEvent = z.object({
  loanNo: z.string(),
  eventNo: z.int(),
  /** The day that it tells of. */
  asOf: localDate,
  /** The last day of the month in whose file it is. */
  month: localDate,
  /** What was told first, and what is told now. */
  told: bureauFact,
  now: bureauFact,
  isCorrected: z.boolean(),
  /** The newest dispute of the event. */
  dispute: z.optional(
    z.object({
      state: z.enum(['open', 'upheld', 'rejected']),
      reason: z.enum(disputeReasons),
      text: z.string(),
      disputedOn: localDate,
      answerBy: localDate,
      answeredOn: z.optional(localDate),
      answer: z.optional(z.string()),
    }),
  ),
})
export type ReportedEvent = z.output<typeof reportedEvent>

export const bureauReportsShapes = {
  reported: {
    request: z.strictObject({}),
    /** The newest first. */
    response: z.object({ events: z.array(reportedEvent), answerDays: z.int() }),
  },
  dispute: {
    request: z.strictObject({ loanNo, eventNo, reason: z.enum(disputeReasons), text: text(200) }),
    response: z.object({ answerBy: localDate }),
  },
}
