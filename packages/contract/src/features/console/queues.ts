import * as z from 'zod/mini'
import { reviewGrounds } from '@qingzhou/domain/credit/referral'
import { money } from '#wire/figures.ts'
import { listRequest, listResponse } from '#wire/list.ts'
import { text } from '#wire/wire.ts'
import { evidenceSubjects } from '#features/evidence.ts'
import { staffShapes } from '#features/staff.ts'
import { foundFact } from '#features/bureau-reports.ts'
import { creditReview, disputeReview, faceReview } from './reviews.ts'

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

/** What a person decides on. */
export const reviewKinds = [...evidenceSubjects, 'face', 'credit', 'dispute'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** Who or what an item waits for. */
const itemStates = ['unclaimed', 'claimed', 'proposed', 'running'] as const
export type ItemState = (typeof itemStates)[number]

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

const owners = ['mine', 'unclaimed', 'others'] as const
const customer = z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))
const itemNo = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))
const oneItem = z.strictObject({ itemNo })

/** Milliseconds since 1970. */
const moment = z.number()

/** What waits in a queue, and for whom. */
function queueItem<const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) {
  return z.object({
    itemNo: z.string(),
    kind: z.enum(kinds),
    /** The provider, the kind of order or task, the rule, or what is reviewed. */
    subject: z.string(),
    subjectNo: z.string(),
    customer: z.optional(z.string()),
    /** The amount at risk, if there is one. */
    amount: z.optional(money),
    /** What is asked for, in one line. */
    summary: z.optional(z.string()),
    /** How often it was submitted. */
    round: z.optional(z.int()),
    since: moment,
    isOverdue: z.boolean(),
    state: z.enum(itemStates),
    owner: z.optional(z.string()),
    isMine: z.boolean(),
    /** The open proposal that would end it. */
    proposalNo: z.optional(z.string()),
  })
}
const exceptionItem = queueItem(exceptionKinds)
export type ExceptionItem = z.output<typeof exceptionItem>
const reviewItem = queueItem(reviewKinds)
export type ReviewItem = z.output<typeof reviewItem>
export type QueueItem = ExceptionItem | ReviewItem

/** What every queue has: its list, and what a member takes from it and gives back. */
function listOf<const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) {
  return {
    request: listRequest({
      filters: z.strictObject({
        kind: z.optional(z.enum(kinds)),
        owner: z.optional(z.enum(owners)),
        overdue: z.optional(z.literal('yes')),
        customer: z.optional(customer),
      }),
      sortings: ['since', 'amount'],
    }),
    response: z.extend(listResponse(queueItem(kinds)), {
      /** Open items by kind, with the sum at risk, whatever the filters. */
      counts: z.array(z.object({ kind: z.enum(kinds), open: z.int(), amount: money })),
    }),
  }
}
/** Claims the item that has waited longest of the unclaimed. */
function nextOf<const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) {
  return {
    request: z.strictObject({ kind: z.optional(z.enum(kinds)) }),
    response: z.object({ itemNo: z.optional(z.string()) }),
  }
}
const claimOrRelease = { request: oneItem, response: z.object({}) }

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

export const homeQueues = ['proposals', ...exceptionKinds, ...reviewKinds] as const
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
  /** How many items wait, of the queues that the member may read. */
  counts: {
    request: z.strictObject({}),
    response: z.object({
      proposals: z.optional(z.int()),
      reviews: z.optional(z.int()),
      exceptions: z.optional(z.int()),
    }),
  },
  exceptions: listOf(exceptionKinds),
  exception: {
    request: oneItem,
    response: z.object({
      exception: exceptionItem,
      /** Figures and states that describe it. */
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      acts: z.array(possibleAct),
      history: z.array(queueEvent),
    }),
  },
  actOnException: {
    request: z.strictObject({
      itemNo,
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
  claimException: claimOrRelease,
  releaseException: claimOrRelease,
  nextException: nextOf(exceptionKinds),
  comment: {
    request: z.strictObject({ itemNo, note: text(500) }),
    response: z.object({}),
  },
  reviews: listOf(reviewKinds),
  review: {
    request: oneItem,
    response: z.object({
      /** Its place in the queue, while it waits. */
      queue: z.optional(reviewItem),
      evidence: z.optional(staffShapes.evidence.response),
      face: z.optional(faceReview),
      credit: z.optional(creditReview),
      dispute: z.optional(disputeReview),
    }),
  },
  nextReview: nextOf(reviewKinds),
  claimReview: claimOrRelease,
  releaseReview: claimOrRelease,
  decideReview: {
    request: z.strictObject({
      itemNo,
      /** The round of the evidence that was reviewed. */
      round: z.optional(z.int()),
      verdict: z.enum(['approved', 'refused']),
      reason: z.optional(text(200)),
      /** For a referred application: the limit that is approved, or why it is refused. */
      amount: z.optional(money),
      ground: z.optional(z.enum(reviewGrounds)),
      /** For an upheld dispute: what is true, if the books do not say it. */
      found: z.optional(foundFact),
    }),
    response: z.object({}),
  },
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
