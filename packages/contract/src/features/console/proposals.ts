import * as z from 'zod/mini'
import { staffRoles } from '#permissions.ts'
import { listRequest, listResponse } from '#wire/list.ts'
import { money } from '#wire/figures.ts'
import { SMALL_FILE_BYTES_MAX, smallFilePart } from '#wire/files.ts'
import { text } from '#wire/wire.ts'

/** How a form asks for a parameter of an act. */
export const fieldForms = [
  'customer',
  'member',
  'roles',
  'loan',
  'payment',
  'document',
  'number',
  'amount',
  'rate',
  'count',
  'day',
  'choice',
  'phone',
  'text',
] as const
export type FieldForm = (typeof fieldForms)[number]

/**
 * The rules of four eyes. V1: another person decides. V2: not on one's own or a relative's account.
 * V3: on the state it was made on. V4: within the amount of the role. V5: undecided and in time. V6:
 * with the evidence that the act needs.
 */
export const proposalRules = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6'] as const
export type ProposalRule = (typeof proposalRules)[number]

/** What a line of a comparison is about. */
export const changeItems = [
  'rate',
  'due-date',
  'interest',
  'penalty',
  'fee',
  'bill',
  'rest',
  'principal',
  'due-today',
  'total',
  'limit-state',
  'granted',
  'available',
] as const
export type ChangeItem = (typeof changeItems)[number]

const proposalNo = z.string().check(z.regex(/^P\d{6,12}$/))
const customerNo = z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))
const kind = z.string().check(z.regex(/^[a-z][a-z-]{1,39}$/))
const reason = text(500)
/** The digest of what the approver saw. */
const version = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const moment = z.number()
const roles = z.array(z.enum(staffRoles))
const states = ['proposed', 'done', 'rejected', 'expired', 'failed'] as const

const act = z.strictObject({
  kind,
  /** The values of the form, as text: an amount is yuan with two decimals, a rate is in percent. */
  parameters: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))),
  reason: z.string().check(z.maxLength(500)),
})

const field = z.object({
  name: z.string(),
  form: z.enum(fieldForms),
  choices: z.array(z.string()),
  isOptional: z.boolean(),
})

const change = z.object({
  item: z.enum(changeItems),
  loanNo: z.optional(z.string()),
  n: z.optional(z.string()),
  before: z.string(),
  after: z.string(),
  difference: z.optional(z.string()),
  isChanged: z.boolean(),
})
export type ProposalChange = z.output<typeof change>

const entry = z.object({
  /** `YYYY-MM-DD`. */
  on: z.string(),
  loanNo: z.string(),
  event: z.string(),
  debit: z.string(),
  credit: z.string(),
  amount: money,
})

const effect = {
  /** What would change, in words. */
  lines: z.array(z.string()),
  changes: z.array(change),
  entries: z.array(entry),
  /** What the borrower still has to pay by plan. Absent for an act without a customer. */
  cost: z.optional(z.object({ before: money, after: money, difference: z.string() })),
}
export type ProposalEffect = z.output<z.ZodMiniObject<typeof effect>>

const approvers = {
  /** The roles that may approve it. Empty: one person does it at once. */
  roles,
  /** Some of those who may, by name. */
  names: z.array(z.string()),
}

/** What an act depends on, and the number of its state. Absent for an act that depends on no books. */
const baseSubject = z.object({ of: z.enum(['loan', 'limit', 'books']), version: z.string() })
export type BaseSubject = z.output<typeof baseSubject>
const base = z.optional(baseSubject)

const row = z.object({
  proposalNo: z.string(),
  kind: z.string(),
  state: z.enum(states),
  customer: z.optional(z.object({ customerNo: z.string(), name: z.string() })),
  loanNo: z.optional(z.string()),
  /** The name of the member of staff concerned. */
  member: z.optional(z.string()),
  amount: money,
  proposedBy: z.string(),
  isOwn: z.boolean(),
  proposedAt: moment,
  expiresAt: moment,
  /** It has to be renewed before it can be approved. */
  isMoved: z.boolean(),
})
export type ProposalRow = z.output<typeof row>

const note = z.object({
  noteNo: z.string(),
  act: z.enum(['comment', 'evidence', 'send-back', 'renew']),
  text: z.optional(z.string()),
  file: z.optional(z.object({ kind: z.enum(['picture', 'pdf']), bytes: z.int() })),
  writtenBy: z.string(),
  writtenAt: moment,
})

const done = z.object({
  state: z.enum(['done', 'failed']),
  /** Numbers and states, or the kind of the refusal. */
  result: z.string(),
})

export const consoleProposalsShapes = {
  kinds: {
    request: z.strictObject({}),
    response: z.object({
      kinds: z.array(
        z.object({
          kind: z.string(),
          fields: z.array(field),
          /** One person does it at once. */
          isAlone: z.boolean(),
          /** A file has to be added before anyone can approve it. */
          needsEvidence: z.boolean(),
          approvers: z.object(approvers),
        }),
      ),
    }),
  },
  preview: {
    request: act,
    response: z.object({
      ...effect,
      amount: money,
      base,
      approvers: z.object(approvers),
    }),
  },
  propose: { request: act, response: z.object({ proposalNo: z.string() }) },
  perform: { request: act, response: z.object({ lines: z.array(z.string()) }) },
  list: {
    request: listRequest({
      filters: z.strictObject({
        /** Undecided ones that wait for this member: for approval, or for renewal. */
        waiting: z.optional(z.enum(['me', 'others'])),
        state: z.optional(z.enum(states)),
        kind: z.optional(kind),
        customer: z.optional(customerNo),
        proposedBy: z.optional(z.enum(['me', 'others'])),
      }),
      sortings: ['proposedAt', 'amount', 'expiresAt'],
    }),
    response: listResponse(row),
  },
  one: {
    request: z.strictObject({ proposalNo }),
    response: z.object({
      proposal: row,
      reason: z.string(),
      rejection: z.optional(z.string()),
      result: z.string(),
      decidedBy: z.optional(z.string()),
      decidedAt: z.optional(moment),
      renewedAt: z.optional(moment),
      sentBackAt: z.optional(moment),
      version: z.string(),
      parameters: z.array(z.object({ name: z.string(), form: z.string(), value: z.string() })),
      /** Of an undecided correction of a name, for a member who may unmask: both in full. */
      names: z.optional(z.object({ before: z.string(), after: z.string() })),
      /** As approved, or as it would be approved now. */
      effect: z.object(effect),
      /** Of a moved base: what it was when it was proposed, and what it is now. */
      moved: z.array(change),
      base,
      baseNow: base,
      rules: z.array(z.object({ rule: z.enum(proposalRules), isKept: z.boolean() })),
      /** Why the act itself would fail now. */
      refusal: z.optional(z.string()),
      approvers: z.object(approvers),
      notes: z.array(note),
    }),
  },
  approve: { request: z.strictObject({ proposalNo, version }), response: done },
  refuse: { request: z.strictObject({ proposalNo, reason }), response: z.object({}) },
  withdraw: { request: z.strictObject({ proposalNo, reason }), response: z.object({}) },
  sendBack: { request: z.strictObject({ proposalNo, reason }), response: z.object({}) },
  renew: { request: z.strictObject({ proposalNo }), response: z.object({}) },
  comment: { request: z.strictObject({ proposalNo, text: reason }), response: z.object({}) },
  addEvidence: {
    request: z.strictObject({ proposalNo, ...smallFilePart }),
    /** The parts that arrived; the file is added with the last one. */
    response: z.object({ parts: z.int(), isAdded: z.boolean() }),
  },
  evidenceFile: {
    request: z.strictObject({ proposalNo, noteNo: z.string().check(z.regex(/^[\w-]{8,64}$/)) }),
    response: z.object({
      kind: z.enum(['picture', 'pdf']),
      /** Base64. */
      bytes: z.string().check(z.maxLength(SMALL_FILE_BYTES_MAX * 2)),
    }),
  },
  openOfCustomer: {
    request: z.strictObject({ customer: customerNo }),
    response: z.object({ proposals: z.array(row) }),
  },
}
