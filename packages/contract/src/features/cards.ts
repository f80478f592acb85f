import * as z from 'zod/mini'
import { debitRefusalKinds } from '@qingzhou/domain/cards/debit-refusal'
import { isCardNumber } from '@qingzhou/domain/people/card-number'
import { fieldMessages } from '@qingzhou/domain/people/fields'
import { phone, smsCode, typedField } from '#wire/fields.ts'
import { localDate, money } from '#wire/figures.ts'
import { picture } from '#wire/bytes.ts'
import { agreedText } from './credit.ts'
import { agreed } from './onboarding.ts'

export const cardNumber = typedField(
  '储蓄卡号',
  isCardNumber,
  fieldMessages.cardNumber,
  '0000000000000000000',
)

const bank = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  /** The bank's limits per transfer and per day. */
  singleLimit: money,
  dayLimit: money,
})

/** A declined debit of a card: why, and on which business date. */
const refusedDebit = z.object({ kind: z.enum(debitRefusalKinds), on: localDate })

/** A bound card, limited to the fields that clients need. */
export const boundCard = z.object({
  cardId: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  lastFour: z.string(),
  singleLimit: money,
  dayLimit: money,
  /** Why the bank declined the last debit, if it did. */
  refusedDebit: z.optional(refusedDebit),
})

export type BoundCard = z.output<typeof boundCard>
export type Bank = z.output<typeof bank>

export const cardId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const bindingNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** Why no number could be read from a photo; the app has the advice for each. */
export const unreadableCard = ['notACard', 'blurred', 'dark', 'glare'] as const

export const cardsShapes = {
  supportedBanks: {
    request: z.strictObject({}),
    response: z.object({ banks: z.array(bank) }),
  },
  bankOfNumber: {
    /** The first six digits are enough, so the full number is not sent while it is typed. */
    request: z.strictObject({ cardNo: z.string().check(z.regex(/^\d{6,19}$/)) }),
    response: z.discriminatedUnion('cardType', [
      z.object({ cardType: z.literal('unknown') }),
      z.object({
        cardType: z.enum(['savings', 'credit']),
        bankCode: z.string(),
        bankName: z.string(),
        /** Without limits, the bank is not supported. */
        singleLimit: z.optional(money),
        dayLimit: z.optional(money),
      }),
    ]),
  },
  readNumber: {
    /** A photo of the front. It is read and not stored. */
    request: z.strictObject({ image: picture }),
    response: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('read'), cardNo: z.string(), readsLeft: z.int() }),
      z.object({ outcome: z.enum(unreadableCard), readsLeft: z.int() }),
    ]),
  },
  sendBindingCode: {
    request: z.strictObject({ cardNo: cardNumber, mobile: phone }),
    response: z.object({ bindingNo: z.string(), waitSeconds: z.int() }),
  },
  bind: {
    /** With the code, binds the card; without it, returns the state of the binding. */
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
    response: z.object({
      isSigned: z.boolean(),
      /** Milliseconds since 1970. */
      signedAt: z.optional(z.number()),
      /** The signed text. */
      agreementNo: z.optional(z.string()),
    }),
  },
  startDebitAgreement: {
    /** The bank sends its code to the phone registered with the card. */
    request: z.strictObject({ cardId }),
    response: z.object({
      debitNo: z.string(),
      waitSeconds: z.int(),
      /** That phone, masked. */
      mobile: z.string(),
    }),
  },
  confirmDebitAgreement: {
    /** The agreement of event 0303 as it was shown, and the bank's code. */
    request: z.strictObject({
      debitNo: bindingNo,
      dynamicCode: smsCode,
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
    }),
    response: z.object({ isSigned: z.boolean() }),
  },
  endDebitAgreement: {
    /** Ending again has no effect. */
    request: z.strictObject({ cardId }),
    response: z.object({}),
  },
  walletAgreement: {
    /** Debits by the payment app on due dates: whether they are offered, their state and their terms. */
    request: z.strictObject({}),
    response: z.object({
      isOffered: z.boolean(),
      state: z.enum(['none', 'signing', 'signed', 'ended']),
      /** The most per debit. */
      amountMax: money,
      /** The day of the first debit; the others are whole months after it. */
      firstOn: localDate,
      signedAt: z.optional(z.number()),
      endedAt: z.optional(z.number()),
      /** The app has a debit without a result. */
      hasOpenDebit: z.boolean(),
    }),
  },
  startWalletAgreement: {
    /** The terms as they were shown. The answer is the page of the app on which they are signed. */
    request: z.strictObject({ amountMax: money, firstOn: localDate }),
    response: z.object({ url: z.string() }),
  },
  endWalletAgreement: {
    /** Ending again has no effect. */
    request: z.strictObject({}),
    response: z.object({}),
  },
  chooseDefault: {
    /** The card offered first for draws and repayments. */
    request: z.strictObject({ cardId }),
    response: z.object({ cards: z.array(boundCard) }),
  },
  list: {
    /** The default card first, then the newest. */
    request: z.strictObject({}),
    response: z.object({ cards: z.array(boundCard) }),
  },
}
