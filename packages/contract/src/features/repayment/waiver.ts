import * as z from 'zod/mini'
import { billParts, loanSummary, newRequestNo, orderStates, payMethods } from './bills.ts'
import { cardId } from '../cards.ts'
import { payingCard } from './payment-orders.ts'
import { localDate, money } from '#wire/figures.ts'
import { orderNames } from '#wire/names.ts'
import { renameFields } from '#wire/renamed.ts'

/** What the lender waives of an overdue debt if the rest is paid at once by the last day. */
const waiverOffer = renameFields(
  z.object({
    offerNo: z.string(),
    state: z.enum(['open', 'paying', 'paid', 'lapsed']),
    loan: loanSummary,
    daysOverdue: z.int(),
    due: billParts,
    waived: billParts,
    dueTotal: money,
    waivedTotal: money,
    payable: money,
    /** The last day on which it can be paid. */
    validUntil: localDate,
    /** The pending order that pays it, if any. */
    repaySeqNo: z.optional(z.string()),
  }),
  orderNames,
)
export type WaiverOffer = z.output<typeof waiverOffer>

export const waiverShapes = {
  offer: {
    request: z.strictObject({}),
    response: z.object({
      today: localDate,
      offers: z.array(waiverOffer),
      cards: z.array(payingCard),
      payMethods: z.array(z.enum(payMethods)),
    }),
  },
  /** Places the order; it is confirmed, paid in the app and polled like any other. */
  pay: {
    request: renameFields(
      z.strictObject({
        repaySeqNo: newRequestNo,
        offerNo: z.string().check(z.regex(/^[\w-]{1,64}$/)),
        /** The amount shown to the borrower: if it has changed meanwhile, nothing is ordered. */
        payable: z.optional(money),
        payBy: z.enum(payMethods),
        cardId: z.optional(cardId),
      }),
      orderNames,
    ),
    response: renameFields(
      z.object({
        repaySeqNo: z.string(),
        state: z.enum(orderStates),
        needsCode: z.boolean(),
      }),
      orderNames,
    ),
  },
}
