import * as z from 'zod/mini'
import { instalment, loanNo, loanSummary, newRepaySeqNo } from './bills.ts'
import { agreedText } from './credit.ts'
import { localDate, money } from './figures.ts'
import { arrived, keptFile } from './files.ts'
import { chosenFiles, proof, proofNo, proofUpload } from './proofs.ts'
import { text } from './wire.ts'

const days = z.int().check(z.minimum(1), z.maximum(366))

/** Whether a loan's next instalment may be paid later, and if not, why. */
const delayable = z.object({
  loan: loanSummary,
  instalment: z.optional(instalment),
  daysMax: z.int(),
  delaysLeft: z.int(),
  /** Why not, in the borrower's words; nothing where it may be. */
  refusal: z.optional(z.string()),
})

/** What a delay would change, computed as it will be booked. */
const delayQuote = z.object({
  loanNo: z.string(),
  n: z.int(),
  days: z.int(),
  dueDate: localDate,
  newDueDate: localDate,
  amount: money,
  newAmount: money,
  /** The interest of the days more. */
  cost: money,
  validOn: localDate,
  quoteId: z.string(),
})
export type DelayQuote = z.output<typeof delayQuote>

/** What a stricken region's borrower may name as the reason; the words are the app's. */
export const reliefReasons = ['disaster', 'epidemic', 'illness', 'unemployment', 'other'] as const
export type ReliefReason = (typeof reliefReasons)[number]

export const delayShapes = {
  delayOffer: {
    request: z.strictObject({ loanNo: z.optional(loanNo), days: z.optional(days) }),
    response: z.object({
      today: localDate,
      loans: z.array(delayable),
      /** For the loan and the days asked for. */
      quote: z.optional(delayQuote),
    }),
  },
  delay: {
    request: z.strictObject({
      /** Chosen by the phone: asked twice, delayed once. */
      requestNo: newRepaySeqNo,
      loanNo,
      days,
      quoteId: z.string().check(z.regex(/^[\w-]{8,128}$/)),
      /** The agreements that were ticked. */
      agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)),
    }),
    response: z.object({ newDueDate: localDate, newAmount: money, cost: money }),
  },
  uploadReliefProof: { request: proofUpload, response: arrived },
  applyForRelief: {
    /** How things stand; a proof to upload files to; or the application itself. */
    request: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('read') }),
      z.strictObject({ act: z.literal('open'), loanNo }),
      z.strictObject({
        act: z.literal('submit'),
        proofNo,
        days,
        reliefReason: z.enum(reliefReasons),
        note: z.optional(text(200)),
        fileNos: chosenFiles,
      }),
    ]),
    response: z.object({
      daysMax: z.int(),
      /** Loans that may be put forward, and why others may not. */
      loans: z.array(z.object({ loan: loanSummary, refusal: z.optional(z.string()) })),
      applications: z.array(
        z.object({
          proof,
          days: z.optional(z.int()),
          reliefReason: z.optional(z.enum(reliefReasons)),
          note: z.optional(z.string()),
          files: z.array(keptFile),
        }),
      ),
    }),
  },
}
