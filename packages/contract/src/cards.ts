import * as z from 'zod/mini'
import { cardNumber, phone, smsCode } from './fields.ts'
import { money } from './figures.ts'
import { agreed } from './onboarding.ts'

const bank = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  /** The most the bank moves at once, and in a day. */
  singleLimit: money,
  dayLimit: money,
})

/** A bound card, as far as anybody needs to see it. */
export const boundCard = z.object({
  cardId: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  lastFour: z.string(),
  singleLimit: money,
  dayLimit: money,
})

export type BoundCard = z.output<typeof boundCard>
export type Bank = z.output<typeof bank>

export const cardId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const bindingNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

export const cardsShapes = {
  supportedBanks: {
    request: z.strictObject({}),
    response: z.object({ banks: z.array(bank) }),
  },
  bankOfNumber: {
    /** Six digits are enough: the rest of a number need not travel while it is typed. */
    request: z.strictObject({ cardNo: z.string().check(z.regex(/^\d{6,19}$/)) }),
    response: z.discriminatedUnion('cardType', [
      z.object({ cardType: z.literal('unknown') }),
      z.object({
        cardType: z.enum(['savings', 'credit']),
        bankCode: z.string(),
        bankName: z.string(),
        /** Without limits the bank is not one of ours. */
        singleLimit: z.optional(money),
        dayLimit: z.optional(money),
      }),
    ]),
  },
  sendBindingCode: {
    request: z.strictObject({ cardNo: cardNumber, mobile: phone }),
    response: z.object({ bindingNo: z.string(), waitSeconds: z.int() }),
  },
  bind: {
    /** With the code it binds; asked again without one it tells how far the bank has come. */
    request: z.strictObject({
      bindingNo,
      dynamicCode: z.optional(smsCode),
      agreed: z.optional(agreed),
    }),
    response: z.discriminatedUnion('state', [
      z.object({ state: z.literal('codeSent') }),
      z.object({ state: z.literal('processing') }),
      z.object({ state: z.literal('bound'), card: boundCard }),
      z.object({ state: z.literal('declined'), reason: z.string() }),
    ]),
  },
  hasDebitAgreement: {
    request: z.strictObject({ cardId }),
    response: z.object({ isSigned: z.boolean() }),
  },
  startDebitAgreement: {
    /** The bank sends its code; signing again what is signed changes nothing. */
    request: z.strictObject({ cardId }),
    response: z.object({ debitNo: z.string(), waitSeconds: z.int() }),
  },
  confirmDebitAgreement: {
    request: z.strictObject({ debitNo: bindingNo, dynamicCode: smsCode }),
    response: z.object({ isSigned: z.boolean() }),
  },
  list: {
    request: z.strictObject({}),
    response: z.object({ cards: z.array(boundCard) }),
  },
}
