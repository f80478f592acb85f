import * as z from 'zod/mini'
import { money } from '#wire/figures.ts'
import { listRequest, listResponse } from '#wire/list.ts'
import { text } from '#wire/wire.ts'
import { evidenceNo, evidenceSubjects } from '#features/evidence.ts'
import { staffShapes } from '#features/staff.ts'

export const exceptionKinds = [
  'difference',
  'unmatched',
  'order-unknown',
  'refund-failed',
  'task-given-up',
  'task-failing',
  'night-failed',
  'loan-differs',
  'rule-broken',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** Who or what an exception waits for. */
export const exceptionStates = ['unclaimed', 'claimed', 'proposed', 'running'] as const
export type ExceptionState = (typeof exceptionStates)[number]

/** What can be done about an exception. */
export const exceptionActs = [
  'ask',
  'retry',
  'rerun',
  'verify',
  'book',
  'match',
  'send-back',
  'accept',
] as const
export type ExceptionAct = (typeof exceptionActs)[number]

/** Whether one member of staff does it, or proposes it to another. */
const actModes = ['alone', 'proposal'] as const

/** An item that waits for longer is overdue. */
export const OVERDUE_HOURS = 48

const owners = ['mine', 'nobody', 'others'] as const
const customer = z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))
const exceptionNo = z.string().check(z.regex(/^E[0-9A-F]{10}$/))

/** Milliseconds since 1970. */
const moment = z.number()

const exceptionRow = z.object({
  exceptionNo: z.string(),
  kind: z.enum(exceptionKinds),
  /** The provider, the kind of order or task, or the rule. */
  subject: z.string(),
  subjectNo: z.string(),
  customer: z.optional(z.string()),
  /** The amount at risk, if there is one. */
  amount: z.optional(money),
  since: moment,
  isOverdue: z.boolean(),
  state: z.enum(exceptionStates),
  owner: z.optional(z.string()),
  isMine: z.boolean(),
  /** The open proposal that would end it. */
  proposalNo: z.optional(z.string()),
})
export type ExceptionRow = z.output<typeof exceptionRow>

const possibleAct = z.object({
  act: z.enum(exceptionActs),
  mode: z.enum(actModes),
  /** Above this amount the act needs a second person. */
  above: z.optional(money),
})
export type PossibleAct = z.output<typeof possibleAct>

const queueEvent = z.object({
  at: moment,
  act: z.string(),
  by: z.optional(z.string()),
  note: z.optional(z.string()),
  proposalNo: z.optional(z.string()),
})
export type QueueEvent = z.output<typeof queueEvent>

const resolutions = ['explained', 'matched', 'written-off'] as const

const reviewRow = z.object({
  evidenceNo: z.string(),
  subject: z.enum(evidenceSubjects),
  loanNo: z.string(),
  customer: z.string(),
  summary: z.optional(z.string()),
  round: z.int(),
  since: moment,
  isOverdue: z.boolean(),
  owner: z.optional(z.string()),
  isMine: z.boolean(),
})
export type ReviewRow = z.output<typeof reviewRow>

export const homeQueues = ['proposals', ...exceptionKinds, ...evidenceSubjects] as const
export type HomeQueue = (typeof homeQueues)[number]

const alarmKinds = [
  'worker-silent',
  'backup-old',
  'day-not-compared',
  'provider-open',
  'orders-late',
  'tasks-waiting',
] as const

const nightSteps = ['accrual', 'debits', 'comparison', 'rules', 'recomputation'] as const

export const consoleQueuesShapes = {
  exceptions: {
    request: listRequest({
      filters: z.strictObject({
        kind: z.optional(z.enum(exceptionKinds)),
        owner: z.optional(z.enum(owners)),
        overdue: z.optional(z.literal('yes')),
        customer: z.optional(customer),
      }),
      sortings: ['since', 'amount'],
    }),
    response: z.extend(listResponse(exceptionRow), {
      /** Open exceptions by kind, with the sum at risk, whatever the filters. */
      counts: z.array(z.object({ kind: z.enum(exceptionKinds), open: z.int(), amount: money })),
    }),
  },
  exception: {
    request: z.strictObject({ exceptionNo }),
    response: z.object({
      exception: exceptionRow,
      /** Figures and states that describe it. */
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      acts: z.array(possibleAct),
      history: z.array(queueEvent),
    }),
  },
  actOnException: {
    request: z.strictObject({
      exceptionNo,
      act: z.enum(exceptionActs),
      reason: text(500),
      /** For `match`: the loan that the money pays. */
      loanNo: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))),
      /** For `accept` of a difference. */
      resolution: z.optional(z.enum(resolutions)),
    }),
    response: z.object({
      mode: z.enum(actModes),
      proposalNo: z.optional(z.string()),
      /** What has changed, or would change once it is approved. */
      lines: z.array(z.string()),
    }),
  },
  claimException: { request: z.strictObject({ exceptionNo }), response: z.object({}) },
  releaseException: { request: z.strictObject({ exceptionNo }), response: z.object({}) },
  comment: {
    request: z.strictObject({ exceptionNo, note: text(500) }),
    response: z.object({}),
  },
  reviews: {
    request: listRequest({
      filters: z.strictObject({
        subject: z.optional(z.enum(evidenceSubjects)),
        owner: z.optional(z.enum(owners)),
        overdue: z.optional(z.literal('yes')),
      }),
      sortings: ['since'],
    }),
    response: z.extend(listResponse(reviewRow), {
      counts: z.array(z.object({ subject: z.enum(evidenceSubjects), open: z.int() })),
    }),
  },
  review: {
    request: z.strictObject({ evidenceNo }),
    response: z.extend(staffShapes.evidence.response, { queue: z.optional(reviewRow) }),
  },
  /** Claims the review that has waited longest and belongs to nobody. */
  nextReview: {
    request: z.strictObject({ subject: z.optional(z.enum(evidenceSubjects)) }),
    response: z.object({ evidenceNo: z.optional(z.string()) }),
  },
  claimReview: { request: z.strictObject({ evidenceNo }), response: z.object({}) },
  releaseReview: { request: z.strictObject({ evidenceNo }), response: z.object({}) },
  decideReview: staffShapes.reviewEvidence,
  home: {
    request: z.strictObject({}),
    response: z.object({
      businessDate: z.string(),
      queues: z.array(
        z.object({
          queue: z.enum(homeQueues),
          open: z.int(),
          overdue: z.int(),
          oldest: z.optional(moment),
        }),
      ),
      providers: z.array(
        z.object({
          provider: z.enum(['bank', 'wallet', 'messenger']),
          /** Money of the latest compared day by our books, and by the day file. */
          bookedIn: money,
          bookedOut: money,
          reportedIn: money,
          reportedOut: money,
          /** Open differences of all days. */
          open: z.int(),
        }),
      ),
      comparedDay: z.optional(z.string()),
      comparedAt: z.optional(moment),
      night: z.object({
        isFinished: z.boolean(),
        startedAt: z.optional(moment),
        finishedAt: z.optional(moment),
        failures: z.int(),
        steps: z.array(
          z.object({
            step: z.enum(nightSteps),
            count: z.int(),
            isDone: z.boolean(),
            at: z.optional(moment),
          }),
        ),
      }),
      alarms: z.array(z.object({ alarm: z.enum(alarmKinds), subject: z.string(), count: z.int() })),
    }),
  },
}
