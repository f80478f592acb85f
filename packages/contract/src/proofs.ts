import * as z from 'zod/mini'
import { localDate, money } from './figures.ts'
import { arrived, fileNo, filePart, FILES_MAX, keptFile } from './files.ts'
import { pageNo } from './wire.ts'

/** In the order of their numbers on the wire: a list is asked for by the number. */
export const proofStates = ['toUpload', 'toReview', 'approved', 'refused', 'invalid'] as const
export type ProofState = (typeof proofStates)[number]

/** What is to be proven: what a loan was used for, a region's need, or a borrower's hardship. */
export const proofSubjects = ['loanUse', 'relief', 'hardship'] as const
export type ProofSubject = (typeof proofSubjects)[number]

export const proofNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** What somebody asks a reviewer to believe, and what came of it. */
export const proof = z.object({
  proofNo: z.string(),
  subject: z.enum(proofSubjects),
  state: z.enum(proofStates),
  loanNo: z.string(),
  amount: money,
  drawnOn: localDate,
  purposeName: z.string(),
  /** The last day on which it may be handed in; none where it may be handed in at any time. */
  dueOn: z.optional(localDate),
  /** How many days that is from today by the lender's books; less than none once it is over. */
  daysLeft: z.optional(z.int()),
  submittedAt: z.optional(z.number()),
  reviewedAt: z.optional(z.number()),
  /** Why the reviewer refused it. */
  reason: z.optional(z.string()),
  /** How often it has been handed in. */
  round: z.int(),
  filesCount: z.int(),
})
export type Proof = z.output<typeof proof>

export const proofCounts = z.object({
  toUpload: z.int(),
  toReview: z.int(),
  approved: z.int(),
  refused: z.int(),
  invalid: z.int(),
})

const removal = z.strictObject({ act: z.literal('remove'), proofNo, fileNo })

/** One more file, or one fewer. A proof's files change until it is handed in. */
export const proofUpload = z.discriminatedUnion('act', [
  z.strictObject({ ...filePart, proofNo }),
  removal,
])
export const chosenFiles = z.array(fileNo).check(z.minLength(1), z.maxLength(FILES_MAX))

export const proofsShapes = {
  list: {
    /** Those in a state, page by page; or one of them, with its files. */
    request: z.strictObject({
      proofNo: z.optional(proofNo),
      state: z.optional(z.enum(proofStates)),
      pageNo: z.optional(pageNo),
    }),
    response: z.object({
      proofs: z.array(proof),
      counts: proofCounts,
      hasMore: z.boolean(),
      files: z.array(keptFile),
    }),
  },
  upload: { request: proofUpload, response: arrived },
  submit: {
    request: z.strictObject({ proofNo, fileNos: chosenFiles }),
    response: z.object({ state: z.enum(proofStates) }),
  },
}
