import * as z from 'zod'
import { declineCodes } from './decline-codes.ts'

/** One call to a provider: its address, request and response. */
export type ProviderCall = {
  readonly path: string
  readonly request: z.ZodType
  readonly response: z.ZodType
}

function at<Request extends z.ZodType, Response extends z.ZodType>(
  path: string,
  request: Request,
  response: Response,
) {
  return { path, request, response } as const
}

const person = z.object({ openId: z.string(), phone: z.optional(z.string()) })
const code = z.string().max(128)
const number = z.string().max(64)
/**
 * An order of ours: 8 to 32 letters and digits, and the time it was ordered at in milliseconds.
 * Orders of older versions have longer numbers with dashes.
 */
const order = { orderNo: number, orderedAt: z.optional(z.int()) } as const

/** Money on this wire is whole fen, written as digits. */
const amountFen = z.string().regex(/^\d{1,15}$/)
/** The address for the provider's callback about an order, in addition to polling. */
const notifyUrl = z.string().max(512)
/** What an order carries for us. Return it as it is, in answers and in the day file. */
const note = z.optional(z.string().max(1_024))
/** A path on the provider's own host. */
const pagePath = z.string().regex(/^\/\w/)

const binding = z.object({
  state: z.enum(['codeSent', 'processing', 'bound', 'declined', 'unknown']),
  /** The bank's token for the card: the card number is not needed again. */
  cardToken: z.optional(z.string()),
  reason: z.optional(z.string()),
})

const transfer = z.object({
  state: z.enum(['processing', 'done', 'declined', 'unknown']),
  amountFen: z.optional(amountFen),
  /** The bank's date of a completed transfer, 8 digits. */
  bankDate: z.optional(z.string()),
  /** The same of the money of a debit or payment that was taken back. */
  reversalDate: z.optional(z.string()),
  reason: z.optional(z.string()),
  code: z.optional(z.enum(declineCodes)),
  note,
})

/**
 * A payment in an app, which shows the amount and the subject and returns the customer to
 * `returnUrl`.
 */
const appPayment = z.object({
  ...order,
  amountFen,
  subject: z.string().max(60),
  returnUrl: notifyUrl,
  notifyUrl,
  /** An unpaid payment is closed at this time, in milliseconds. */
  expiresAt: z.optional(z.int()),
  /** Where the customer pays: in the app's own browser, or in another one. */
  scene: z.optional(z.enum(['app', 'browser'])),
  /** The customer at the app, if known. */
  payer: z.optional(z.string().max(128)),
  note,
})

/** A refund to the payment itself. */
const appRefund = z.object({ ...order, paymentNo: number, amountFen, note })

/** The payment page; the ids for an app whose browser pays on a sheet over our page. */
const startedPayment = z.object({
  path: z.string(),
  prepayId: z.optional(number),
  appId: z.optional(z.string()),
})

/** All our transfers of a day, for reconciliation. */
const dayFile = z.object({
  transfers: z.array(
    z.object({
      orderNo: number,
      /** `return` is paid back to us by a third party, `reversal` is a debit or payment taken back. */
      kind: z.enum(['disbursement', 'debit', 'refund', 'return', 'reversal']),
      amountFen,
      bankDate: z.string(),
      note,
    }),
  ),
})

const debitAgreement = z.object({
  state: z.enum(['codeSent', 'signed', 'declined', 'ended']),
  reason: z.optional(z.string()),
})

/** A credit bureau's report on a person. */
const bureauReport = z.object({
  score: z.number().int(),
  openLoans: z.number().int(),
  owedFen: amountFen,
  overdueNow: z.boolean(),
  daysOverdueMaxInTwoYears: z.number().int(),
  enquiriesInThreeMonths: z.number().int(),
  isOnFraudList: z.boolean(),
  isEnforced: z.boolean(),
})
export type BureauReport = z.output<typeof bureauReport>

const bureauAnswer = z.object({
  state: z.enum(['pending', 'ready', 'unknown']),
  report: z.optional(bureauReport),
})

/** Where the goods of an order go. */
const mallDelivery = z.object({ recipient: z.string(), mobile: z.string(), address: z.string() })

/** A product of the mall. */
const mallOffer = z.object({
  offerNo: number,
  name: z.string().min(1).max(40),
  detail: z.string().max(120),
  picture: z.enum(['phone', 'laptop', 'fridge', 'washer', 'bicycle', 'sofa']),
  priceFen: amountFen,
})

const mallOrder = z.object({
  state: z.enum(['ordered', 'sent', 'delivered', 'returning', 'returned', 'unknown']),
  /** The number, at the bank, of the mall's repayment: the order number and `return`. */
  returnNo: z.optional(number),
  /** Its time there, in milliseconds: a clearing house is asked by number and time. */
  returnedAt: z.optional(z.int()),
  /** The reason for the return, or for its rejection. */
  reason: z.optional(z.string()),
})

/** An attachment of a mail; its bytes are base64. */
const attachment = z.object({
  name: z.string().min(1).max(120),
  contentType: z.literal('application/pdf'),
  content: z.string(),
})

const picture = z.string()

const cardReading = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('read'),
    front: z.optional(
      z.object({
        name: z.optional(z.string()),
        sex: z.optional(z.string()),
        nation: z.optional(z.string()),
        birth: z.optional(z.string()),
        address: z.optional(z.string()),
        number: z.optional(z.string()),
      }),
    ),
    back: z.optional(
      z.object({
        issueAgency: z.optional(z.string()),
        validFrom: z.optional(z.string()),
        validUntil: z.optional(z.string()),
      }),
    ),
  }),
  z.object({ outcome: z.enum(['wrongSide', 'notACard', 'blurred', 'dark', 'glare']) }),
])
export type CardReading = z.output<typeof cardReading>

/** The number of a bank card: its digits without spaces. */
const bankCardReading = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('read'), number: z.string() }),
  z.object({ outcome: z.enum(['notACard', 'blurred', 'dark', 'glare']) }),
])
export type BankCardReading = z.output<typeof bankCardReading>

const faceAction = z.enum(['blink', 'turnLeft', 'turnRight', 'openMouth'])
const faceJudgement = z.object({
  outcome: z.enum(['match', 'unsure', 'noMatch', 'noFace', 'manyFaces', 'tooDark']),
  distance: z.optional(z.number()),
  performed: z.array(faceAction),
})
export type FaceJudgement = z.output<typeof faceJudgement>
const risk = z.object({ score: z.number().int().min(0).max(100) })

/** Every call from the server to providers. The sandbox implements the same protocol. */
// A table: one call, one line.
// oxfmt-ignore
export const providerCalls = {
  sms: {
    /** `messageId` is the sender's idempotency key: a repeated message is delivered once. `text` is the template with its parameters. */
    send: at('/sms/send', z.object({ messageId: z.string(), phone: z.string(), text: z.string(), template: z.optional(z.string()), parameters: z.optional(z.record(z.string(), z.string())) }), z.object({ accepted: z.boolean() })),
  },
  mail: {
    send: at('/mail/send', z.object({ messageId: z.string(), to: z.string(), subject: z.string(), text: z.string(), attachments: z.array(attachment).max(20).default([]) }), z.object({ accepted: z.boolean() })),
  },
  ip: {
    lookUp: at('/ip/look-up', z.object({ ip: z.string() }), z.object({ region: z.string(), isProxy: z.boolean() })),
  },
  deviceFirst: {
    key: at('/device-first/key', z.object({ deviceId: z.string() }), z.object({ deviceKey: z.string() })),
    risk: at('/device-first/risk', z.object({ deviceKey: z.string(), idNumber: z.string() }), risk),
  },
  deviceSecond: {
    key: at('/device-second/key', z.object({ blackBox: z.string() }), z.object({ deviceKey: z.string() })),
    risk: at('/device-second/risk', z.object({ deviceKey: z.string(), idNumber: z.string() }), risk),
  },
  wallet: {
    exchange: at('/wallet/exchange', z.object({ code }), person),
    /** The payment app's own face check: a page to redirect to, and its result. */
    startFace: at('/wallet/start-face', z.object({ ...order, name: z.string(), idNumber: z.string(), returnUrl: notifyUrl, notifyUrl }), z.object({ path: pagePath })),
    face: at('/wallet/face', z.object(order), z.object({ state: z.enum(['pending', 'passed', 'failed', 'unknown']), reason: z.optional(z.string()) })),
    /** A payment page; `orderNo` is our idempotency key: a repeated order is paid once. */
    startPayment: at('/wallet/start-payment', appPayment, startedPayment),
    payment: at('/wallet/payment', z.object(order), transfer),
    /** Closes an unpaid payment page. Answers the state after it: a paid order stays paid. */
    closePayment: at('/wallet/close-payment', z.object(order), transfer),
    /** `orderNo` is our idempotency key: a repeated refund moves the money once. */
    refund: at('/wallet/refund', appRefund, transfer),
    refundState: at('/wallet/refund-state', z.object(order), transfer),
    dayFile: at('/wallet/day-file', z.object({ bankDate: z.string() }), dayFile),
  },
  messenger: {
    exchange: at('/messenger/exchange', z.object({ code }), person),
    pageTicket: at('/messenger/page-ticket', z.object({}), z.object({ appId: z.string(), ticket: z.string(), expiresInSeconds: z.number().int() })),
    miniProgramLink: at('/messenger/mini-program-link', z.object({ path: z.string(), query: z.string() }), z.object({ urlScheme: z.string(), page: z.optional(z.string()) })),
    startPayment: at('/messenger/start-payment', appPayment, startedPayment),
    payment: at('/messenger/payment', z.object(order), transfer),
    closePayment: at('/messenger/close-payment', z.object(order), transfer),
    refund: at('/messenger/refund', appRefund, transfer),
    refundState: at('/messenger/refund-state', z.object(order), transfer),
    dayFile: at('/messenger/day-file', z.object({ bankDate: z.string() }), dayFile),
  },
  idCheck: {
    verify: at('/id-check/verify', z.object({ name: z.string(), idNumber: z.string() }), z.object({ result: z.enum(['match', 'mismatch', 'unknown']) })),
  },
  ocr: {
    readCard: at('/ocr/read-card', z.object({ side: z.enum(['front', 'back']), image: picture }), cardReading),
    readBankCard: at('/ocr/read-bank-card', z.object({ image: picture }), bankCardReading),
  },
  face: {
    /** The portrait is the whole front of the card; the provider locates the face in it. */
    judge: at('/face/judge', z.object({ idNumber: z.string(), portrait: picture, frames: z.array(picture).max(8), actions: z.array(faceAction) }), faceJudgement),
  },
  bank: {
    startBinding: at('/bank/start-binding', z.object({ ...order, name: z.string(), idNumber: z.string(), cardNumber: z.string(), phone: z.string(), notifyUrl }), binding),
    confirmBinding: at('/bank/confirm-binding', z.object({ ...order, code }), binding),
    binding: at('/bank/binding', z.object(order), binding),
    /** `orderNo` is our idempotency key: a repeated order moves the money once. `payee` is paid without a token. `originalNo` is the debit that is refunded, to where it came from if you know it. */
    transfer: at('/bank/transfer', z.object({ ...order, kind: z.enum(['disbursement', 'debit', 'refund']), cardToken: z.optional(z.string()), payee: z.optional(z.object({ name: z.string(), idNumber: z.string(), cardNumber: z.string() })), amountFen, originalNo: z.optional(number), notifyUrl, note }), transfer),
    transferState: at('/bank/transfer-state', z.object(order), transfer),
    /**
     * The holder agrees to debits without a code from now on; the bank verifies this with a code.
     */
    startDebitAgreement: at('/bank/start-debit-agreement', z.object({ ...order, cardToken: z.string() }), debitAgreement),
    confirmDebitAgreement: at('/bank/confirm-debit-agreement', z.object({ ...order, code }), debitAgreement),
    /** Ending is final, also for an order that the bank has not seen yet: it can never be signed. */
    endDebitAgreement: at('/bank/end-debit-agreement', z.object(order), debitAgreement),
    dayFile: at('/bank/day-file', z.object({ bankDate: z.string() }), dayFile),
  },
  mall: {
    /** Also the mall's account at the bank, to which purchases are paid. */
    offers: at('/mall/offers', z.object({}), z.object({ account: z.string(), offers: z.array(mallOffer) })),
    /**
     * `orderNo` is our idempotency key: repeated, it is one order. `paymentNo` is the disbursement
     * at the bank.
     */
    order: at('/mall/order', z.object({ orderNo: number, offerNo: number, priceFen: amountFen, paymentNo: number, delivery: z.optional(mallDelivery), notifyUrl }), mallOrder),
    orderState: at('/mall/order-state', z.object({ orderNo: number }), mallOrder),
    giveBack: at('/mall/give-back', z.object({ orderNo: number }), mallOrder.extend({ isTaken: z.boolean() })),
  },
  bureau: {
    order: at('/bureau/order', z.object({ requestNo: number, name: z.string(), idNumber: z.string(), authorisationNo: z.string(), notifyUrl }), bureauAnswer),
    report: at('/bureau/report', z.object({ requestNo: number }), bureauAnswer),
  },
} as const satisfies Record<string, Record<string, ProviderCall>>

/** Provider callbacks. Signed like our own calls; they may arrive late, twice or out of order. */
// A table: one callback, one line.
// oxfmt-ignore
export const providerCallbacks = {
  binding: { path: '/callbacks/bank/binding', body: z.object({ orderNo: number }).extend(binding.shape) },
  transfer: { path: '/callbacks/bank/transfer', body: z.object({ orderNo: number }).extend(transfer.shape) },
  appPayment: { path: '/callbacks/app/payment', body: z.object({ orderNo: number }).extend(transfer.shape) },
  bureau: { path: '/callbacks/bureau/report', body: z.object({ requestNo: number }).extend(bureauAnswer.shape) },
  mallOrder: { path: '/callbacks/mall/order', body: z.object({ orderNo: number }).extend(mallOrder.shape) },
  walletFace: { path: '/callbacks/wallet/face', body: z.object({ orderNo: number, state: z.enum(['pending', 'passed', 'failed', 'unknown']), reason: z.optional(z.string()) }) },
} as const

export type ProviderName = keyof typeof providerCalls
