import * as z from 'zod/mini'
import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { staffRoles } from '#permissions.ts'
import { isStaffPassword, staffPasswordMessage } from '@qingzhou/domain/people/staff-password'
import { phone, typedField } from '#wire/fields.ts'
import { money } from '#wire/figures.ts'
import { arrived, filePart, storedFile, uploadNo } from '#wire/files.ts'
import {
  chosenFiles,
  evidence,
  evidenceCounts,
  evidenceNo,
  evidenceSubjects,
  evidenceUpload,
} from './evidence.ts'
import { pageNo, text } from '#wire/wire.ts'

/** Borrowers type theirs on a phone; staff may use a manager of passwords. */
export const staffPassword = typedField('密码', isStaffPassword, staffPasswordMessage)

const credentials = z.strictObject({ username: text(40), password: text(64) })
/** A token, or the input of the second factor. */
const admitted = z.object({
  token: z.optional(z.string()),
  secondFactor: z.optional(
    z.object({
      ticket: z.string(),
      /** For staff without an authenticator app: its secret, as text and as an address to scan. */
      enrolment: z.optional(z.object({ secret: z.string(), address: z.string() })),
    }),
  ),
})

const nameNo = z.string().check(z.regex(/^[\w-]{8,64}$/))
const importNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** A person on the employee roster, masked. */
const rosterEntry = z.object({
  nameNo: z.string(),
  name: z.string(),
  idNumber: z.string(),
  mobile: z.string(),
  employer: z.string(),
  addedBy: z.string(),
  addedAt: z.number(),
})
export type RosterEntry = z.output<typeof rosterEntry>

export const importStates = [
  'receiving',
  'waiting',
  'checking',
  'saving',
  'done',
  'refused',
] as const

/** A problem in a row of an imported file, as a message to its author. */
const importProblem = z.object({
  line: z.int(),
  column: z.optional(z.string()),
  message: z.string(),
})
export type ImportProblem = z.output<typeof importProblem>

const ownPart = z.enum(['upload', 'loan'])
export type OwnPart = z.output<typeof ownPart>

/** Evidence as shown to staff: the borrower, masked, and whether this user may review it. */
const handledEvidence = z.extend(evidence, {
  borrowerName: z.string(),
  mobile: z.string(),
  productNo: z.string(),
  /** What is asked for with it, in one line. */
  summary: z.optional(z.string()),
  /** This user uploaded one of its files or is the borrower, so another reviewer is required. */
  ownPart: z.optional(ownPart),
})
export type HandledEvidence = z.output<typeof handledEvidence>

export const staffShapes = {
  openLoanArea: { request: credentials, response: admitted },
  names: {
    request: z.strictObject({
      /** An exact name, ID number, phone or employer. */
      search: z.optional(text(60)),
      pageNo,
      /** Also returns a link to the whole roster as a file. */
      asFile: z.optional(z.boolean()),
    }),
    response: z.object({
      names: z.array(rosterEntry),
      total: z.int(),
      hasMore: z.boolean(),
      fileUrl: z.optional(z.string()),
    }),
  },
  addName: {
    request: z.strictObject({
      name: text(40),
      idNumber: z.string().check(z.refine(isIdNumber, { error: '请输入正确的身份证号' })),
      mobile: phone,
      employer: text(60),
    }),
    response: z.object({ nameNo: z.string() }),
  },
  importNames: {
    request: z.discriminatedUnion('act', [
      z.strictObject(filePart),
      z.strictObject({ act: z.literal('start'), uploadNo }),
      z.strictObject({ act: z.literal('progress'), importNo }),
    ]),
    response: z.object({
      /** Parts received of the file; absent once the import has started. */
      parts: z.optional(z.int()),
      importNo: z.optional(z.string()),
      state: z.enum(importStates),
      rows: z.int(),
      rowsDone: z.int(),
      added: z.int(),
      /** Already on the roster: counted, and left unchanged. */
      already: z.int(),
      problems: z.array(importProblem),
      problemsTotal: z.int(),
    }),
  },
  removeName: { request: z.strictObject({ nameNo }), response: z.object({}) },
  loansToHandle: {
    request: z.strictObject({
      /** 0 to upload, 1 to review, 2 approved, 3 refused, 4 invalid. */
      source: z.int().check(z.minimum(0), z.maximum(4)),
      subject: z.optional(z.enum(evidenceSubjects)),
      pageNo,
    }),
    response: z.object({
      evidenceList: z.array(handledEvidence),
      counts: evidenceCounts,
      hasMore: z.boolean(),
    }),
  },
  evidence: {
    request: z.strictObject({ evidenceNo }),
    response: z.object({
      evidence: handledEvidence,
      files: z.array(storedFile),
      /** The borrower's note, if any. */
      note: z.optional(z.string()),
      principalLeft: money,
      /** Every submission and review, newest first. */
      history: z.array(
        z.object({
          round: z.int(),
          act: z.enum(['submitted', 'approved', 'refused', 'lapsed']),
          by: z.string(),
          at: z.number(),
          reason: z.optional(z.string()),
        }),
      ),
    }),
  },
  uploadEvidence: {
    request: z.union([
      evidenceUpload,
      z.strictObject({ act: z.literal('submit'), evidenceNo, fileNos: chosenFiles }),
    ]),
    response: arrived,
  },
  reviewEvidence: {
    request: z.strictObject({
      evidenceNo,
      /**
       * The round that was reviewed: if the evidence was submitted again meanwhile, it must be
       * reviewed again.
       */
      round: z.int(),
      verdict: z.enum(['approved', 'refused']),
      reason: z.optional(text(200)),
    }),
    response: z.object({ state: evidence.def.shape.state }),
  },
  redeemHandover: {
    /** A one-time token of the lender's admin platform, where the member of staff is signed in. */
    request: z.strictObject({
      handoverToken: z.string().check(z.regex(/^[\w-]{1,200}\.[\w-]{1,1200}\.[\w-]{86}$/)),
    }),
    response: admitted,
  },
  signIn: { request: credentials, response: admitted },
  confirmSecondFactor: {
    request: z.strictObject({
      ticket: z.string().check(z.regex(/^[\w-]{43}$/)),
      /** Six digits from the app, or a recovery code. */
      code: text(20),
    }),
    response: z.object({
      token: z.string(),
      /** Shown once, directly after enrolment. */
      recoveryCodes: z.optional(z.array(z.string())),
    }),
  },
  me: {
    request: z.strictObject({}),
    response: z.object({
      name: z.string(),
      /** The address of a picture; empty if there is none. */
      avatar: z.string(),
      roles: z.array(z.enum(staffRoles)),
    }),
  },
  changePassword: {
    request: z.strictObject({ oldPassword: text(64), newPassword: staffPassword }),
    response: z.object({}),
  },
  signOut: { request: z.strictObject({}), response: z.object({}) },
}
