import * as z from 'zod/mini'
import { localDate, money, ratePpm } from '#wire/figures.ts'
import { pageNo } from '#wire/wire.ts'

const cut = z.object({
  cutNo: z.string(),
  loanNo: z.string(),
  purposeName: z.string(),
  amount: money,
  drawnOn: localDate,
  oldRate: ratePpm,
  newRate: ratePpm,
  /** The new rate applies from this day on. */
  from: localDate,
  saved: money,
  /** The number of instalments affected by the new rate. */
  instalmentsLeft: z.int(),
})
export type RateCut = z.output<typeof cut>

/** One instalment before and after the cut; both amounts include the service fee. */
const compared = z.object({
  n: z.int(),
  dueDate: localDate,
  fee: money,
  before: z.object({ principal: money, interest: money, amount: money }),
  after: z.object({ principal: money, interest: money, amount: money }),
})
export type ComparedInstalment = z.output<typeof compared>

export const rateCutsShapes = {
  list: {
    request: z.strictObject({ pageNo }),
    response: z.object({ cuts: z.array(cut), savedTotal: money, hasMore: z.boolean() }),
  },
  detail: {
    request: z.strictObject({ cutNo: z.string().check(z.regex(/^[\w-]{1,128}$/)) }),
    response: z.object({
      cut,
      instalments: z.array(compared),
      interestBefore: money,
      interestAfter: money,
    }),
  },
}
