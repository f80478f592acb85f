import * as z from 'zod/mini'
import { localDate } from '#wire/figures.ts'

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
