import * as z from 'zod/mini'
import { smsCode } from '#wire/fields.ts'
import { localDate, money } from '#wire/figures.ts'
import { text } from '#wire/wire.ts'

/** Reasons for cancelling a limit; the app has the labels. */
export const cancellationReasons = [
  'noNeed',
  'tooExpensive',
  'limitTooLow',
  'privacy',
  'badService',
  'other',
] as const
export type CancellationReason = (typeof cancellationReasons)[number]

const cancellationSteps = ['reason', 'notice', 'done'] as const

const limit = z.object({
  productNo: z.string(),
  productName: z.string(),
  total: money,
  used: money,
  state: z.enum(['open', 'frozen', 'cancelled', 'expired']),
  validUntil: localDate,
  canCancel: z.boolean(),
  /** The obstacles, each with what to do about it, as messages to the borrower. */
  obstacles: z.array(
    z.object({
      kind: z.enum(['debt', 'order', 'refund', 'draw', 'purchase', 'application', 'cancelled']),
      says: z.string(),
      /** The number of the draw, payment, refund or purchase, for the page that shows it. */
      businessNo: z.optional(z.string()),
    }),
  ),
})
export type CancellableLimit = z.output<typeof limit>

const ended = {
  cancelledOn: localDate,
  /** Personal data is erased after this day. */
  retainedUntil: localDate,
}

export const limitCancellationShapes = {
  limits: {
    request: z.strictObject({}),
    response: z.object({ limits: z.array(limit) }),
  },
  currentStep: {
    /** Reads the current step; a reason, if given, is saved first. */
    request: z.strictObject({
      reason: z.optional(z.enum(cancellationReasons)),
      note: z.optional(text(200)),
    }),
    response: z.object({
      step: z.enum(cancellationSteps),
      reason: z.optional(z.enum(cancellationReasons)),
      note: z.optional(z.string()),
      /** Whether the code was verified recently. */
      isConfirmed: z.boolean(),
      maskedPhone: z.string(),
      /** How long data would be kept if the limit were cancelled today, and which data, as text. */
      retainedUntil: localDate,
    }),
  },
  checkSmsCode: {
    request: z.strictObject({ dynamicCode: smsCode }),
    response: z.object({}),
  },
  cancel: {
    /** Ends every session of the customer. */
    request: z.strictObject({ requestNo: z.string().check(z.regex(/^[\w-]{8,40}$/)) }),
    response: z.object(ended),
  },
}
