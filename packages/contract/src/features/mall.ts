import * as z from 'zod/mini'
import { cardId } from './cards.ts'
import { agreedText } from './credit.ts'
import { localDate, money, ratePpm } from '#wire/figures.ts'
import { phone } from '#wire/fields.ts'
import { drawNames, mallOrderNames, termNames } from '#wire/names.ts'
import { renameFields } from '#wire/renamed.ts'
import { pageNo, text } from '#wire/wire.ts'

/** The app has the pictures; the mall only names one. */
export const mallPictures = ['phone', 'laptop', 'fridge', 'washer', 'bicycle', 'sofa'] as const
export type MallPicture = (typeof mallPictures)[number]

const offerNo = z.string().check(z.regex(/^[\w-]{1,64}$/))
const orderNo = z.string().check(z.regex(/^[\w-]{8,64}$/))
const months = z.int().check(z.minimum(1), z.maximum(60))

/** Where the goods go. */
const delivery = z.strictObject({ recipient: text(30), mobile: phone, address: text(120) })
export type Delivery = z.output<typeof delivery>

const offer = z.object({
  offerNo: z.string(),
  name: z.string(),
  detail: z.string(),
  picture: z.enum(mallPictures),
  price: money,
  /** At the borrower's own rate if `isOwnRate`, otherwise at the product's highest rate. */
  instalments: z.array(
    z.object({
      months: z.int(),
      monthly: money,
      totalInterest: money,
      totalFees: money,
      annualCost: ratePpm,
    }),
  ),
  isOwnRate: z.optional(z.boolean()),
})
export type MallOffer = z.output<typeof offer>

export const mallOrderStates = [
  'verifying',
  'paying',
  'ordered',
  'sent',
  'delivered',
  'failed',
  'returning',
  'returned',
] as const
export type MallOrderState = (typeof mallOrderStates)[number]

const order = renameFields(
  z.object({
    orderNo: z.string(),
    offerNo: z.string(),
    name: z.string(),
    picture: z.enum(mallPictures),
    price: money,
    months: z.int(),
    state: z.enum(mallOrderStates),
    /** Milliseconds since 1970. */
    orderedAt: z.number(),
    loanSeqNo: z.string(),
    loanNo: z.optional(z.string()),
    firstAmount: money,
    next: z.optional(z.object({ n: z.int(), dueDate: localDate, amount: money })),
    canGiveBack: z.boolean(),
    /** False for an order that is cancelled before it arrives. */
    isDelivered: z.boolean(),
    /** The last day on which delivered goods can be returned. */
    returnableUntil: z.optional(localDate),
    reason: z.optional(z.string()),
    delivery: z.optional(delivery),
  }),
  mallOrderNames,
)
export type MallOrder = z.output<typeof order>

export const mallShapes = {
  offers: {
    request: z.strictObject({}),
    response: z.object({ offers: z.array(offer) }),
  },
  /** Applies for the draw that pays the mall; it is verified and executed like any other. */
  buy: {
    request: renameFields(
      z.strictObject({
        requestNo: z.string().check(z.regex(/^[\w-]{8,40}$/)),
        offerNo,
        instalment: months,
        /** The card that the instalments are debited from. */
        cardId,
        delivery,
        quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
        costSheetDigest: z.string().check(z.regex(/^[\w-]{8,128}$/)),
        agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
      }),
      termNames,
    ),
    response: renameFields(
      z.object({
        orderNo: z.string(),
        loanSeqNo: z.string(),
        verification: z.array(z.enum(['sms', 'face'])),
      }),
      drawNames,
    ),
  },
  orders: {
    /** Lists orders, newest first, or requests the return of one. */
    request: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('read'), pageNo, orderNo: z.optional(orderNo) }),
      z.strictObject({ act: z.literal('giveBack'), orderNo }),
    ]),
    response: z.object({ orders: z.array(order), hasMore: z.boolean() }),
  },
}
