import * as z from 'zod/mini'
import { localDate, money } from '#wire/figures.ts'
import { arrived, fileNo, filePart, FILES_MAX, storedFile } from '#wire/files.ts'
import { pageNo } from '#wire/wire.ts'

/** In the order of their numbers on the wire, by which lists are requested. */
export const proofStates = ['toUpload', 'toReview', 'approved', 'refused', 'invalid'] as const
export type ProofState = (typeof proofStates)[number]

/** Subjects of evidence: the use of a loan, the regional need, or the borrower's hardship. */
export const proofSubjects = ['loanUse', 'relief', 'hardship'] as const
export type ProofSubject = (typeof proofSubjects)[number]

export const proofNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** Evidence submitted to a reviewer, and its state. */
export const proof = z.object({
  proofNo: z.string(),
  subject: z.enum(proofSubjects),
  state: z.enum(proofStates),
  loanNo: z.string(),
  amount: money,
  drawnOn: localDate,
  purposeName: z.string(),
  /** The last day on which it can be submitted; absent if there is no deadline. */
  dueOn: z.optional(localDate),
  /** Days left until then by the books' date; negative once it has passed. */
  daysLeft: z.optional(z.int()),
  submittedAt: z.optional(z.number()),
  reviewedAt: z.optional(z.number()),
  /** The reviewer's reason for the rejection. */
  reason: z.optional(z.string()),
  /** How often it has been submitted. */
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

/** Adds or removes a file. The files can change until the evidence is submitted. */
export const proofUpload = z.discriminatedUnion('act', [
  z.strictObject({ ...filePart, proofNo }),
  removal,
])
export const chosenFiles = z.array(fileNo).check(z.minLength(1), z.maxLength(FILES_MAX))

export const proofsShapes = {
  list: {
    /** Lists evidence in a state, page by page, or reads one with its files. */
    request: z.strictObject({
      proofNo: z.optional(proofNo),
      state: z.optional(z.enum(proofStates)),
      pageNo: z.optional(pageNo),
    }),
    response: z.object({
      proofs: z.array(proof),
      counts: proofCounts,
      hasMore: z.boolean(),
      files: z.array(storedFile),
    }),
  },
  upload: { request: proofUpload, response: arrived },
  submit: {
    request: z.strictObject({ proofNo, fileNos: chosenFiles }),
    response: z.object({ state: z.enum(proofStates) }),
  },
}
