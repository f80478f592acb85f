import * as z from 'zod/mini'
import { localDate, money } from '#wire/figures.ts'
import { arrived, fileNo, filePart, FILES_MAX, storedFile } from '#wire/files.ts'
import { pageNo } from '#wire/wire.ts'

/** In the order of their numbers on the wire, by which lists are requested. */
export const evidenceStates = ['toUpload', 'toReview', 'approved', 'refused', 'invalid'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/** Subjects of evidence: the use of a loan, the regional need, or the borrower's hardship. */
export const evidenceSubjects = ['loanUse', 'relief', 'hardship'] as const
export type EvidenceSubject = (typeof evidenceSubjects)[number]

export const evidenceNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** Evidence submitted to a reviewer, and its state. */
export const evidence = z.object({
  evidenceNo: z.string(),
  subject: z.enum(evidenceSubjects),
  state: z.enum(evidenceStates),
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
export type Evidence = z.output<typeof evidence>

export const evidenceCounts = z.object({
  toUpload: z.int(),
  toReview: z.int(),
  approved: z.int(),
  refused: z.int(),
  invalid: z.int(),
})

const removal = z.strictObject({ act: z.literal('remove'), evidenceNo, fileNo })

/** Adds or removes a file. The files can change until the evidence is submitted. */
export const evidenceUpload = z.discriminatedUnion('act', [
  z.strictObject({ ...filePart, evidenceNo }),
  removal,
])
export const chosenFiles = z.array(fileNo).check(z.minLength(1), z.maxLength(FILES_MAX))

export const evidenceShapes = {
  list: {
    /** Lists evidence in a state, page by page, or reads one with its files. */
    request: z.strictObject({
      evidenceNo: z.optional(evidenceNo),
      state: z.optional(z.enum(evidenceStates)),
      pageNo: z.optional(pageNo),
    }),
    response: z.object({
      evidenceList: z.array(evidence),
      counts: evidenceCounts,
      hasMore: z.boolean(),
      files: z.array(storedFile),
    }),
  },
  upload: { request: evidenceUpload, response: arrived },
  submit: {
    request: z.strictObject({ evidenceNo, fileNos: chosenFiles }),
    response: z.object({ state: z.enum(evidenceStates) }),
  },
}
