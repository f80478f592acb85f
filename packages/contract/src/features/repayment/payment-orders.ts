import * as z from 'zod/mini'
import { boundCard } from '../cards.ts'
import { payMethods } from './bills.ts'
import { money } from '#wire/figures.ts'
import { orderNames } from '#wire/names.ts'
import { renameFields } from '#wire/renamed.ts'

/** An order of the same loans that is not settled; another payment waits for it. */
export const orderUnderWay = renameFields(
  z.object({
    repaySeqNo: z.string(),
    state: z.enum(['confirming', 'processing']),
    amount: money,
    payBy: z.enum(payMethods),
    bankName: z.optional(z.string()),
    lastFour: z.optional(z.string()),
    /** Whether the bank sends a code before it is paid. */
    needsCode: z.boolean(),
    /** Ordered by the lender on a due date. */
    isAutomatic: z.boolean(),
    /** Whether the borrower can still confirm it, or pay it in the app. */
    canGoOn: z.boolean(),
    /** An order at the bank cannot be given up. */
    canGiveUp: z.boolean(),
  }),
  orderNames,
)
export type OrderUnderWay = z.output<typeof orderUnderWay>

/** A card with what it can still pay today within its bank's day limit. */
export const payingCard = z.object({ ...boundCard.shape, leftToday: money })
