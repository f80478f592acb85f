import * as z from 'zod/mini'
import { localDate } from './figures.ts'

/** One line behind an amount: an entry of the books. */
const entryLine = z.object({
  on: localDate,
  event: z.string(),
  /** What it did to the amount; below zero when it made it less. */
  change: z.string().check(z.regex(/^-?\d{1,12}\.\d{2}$/)),
  balance: z.string().check(z.regex(/^-?\d{1,12}\.\d{2}$/)),
})

/** The entries behind each part of what a loan owes. */
export const explained = z.object({
  fee: z.array(entryLine),
  penalty: z.array(entryLine),
  interest: z.array(entryLine),
  principal: z.array(entryLine),
})
