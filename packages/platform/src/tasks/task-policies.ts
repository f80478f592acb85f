import type { TaskKind } from './task-kinds.ts'

/**
 * Each lane has its own places in every process, so tasks of one lane never wait for those of
 * another: a hanging bank blocks only its own lane.
 */
export type Lane =
  | 'messages'
  | 'mails'
  | 'decisions'
  | 'bank'
  | 'mall'
  | 'reconciliation'
  | 'short'
  | 'batch'

export type TaskPolicy = {
  readonly lane: Lane
  /**
   * A task that fails this often is dead: it is listed, and an operator may retry it. Without this
   * limit the task is retried for ever, because money or an application depends on it.
   */
  readonly attemptsMax?: number
  /** Whether an operator may cancel it, because nothing depends on it. */
  readonly isCancellable?: true
}

const message = { attemptsMax: 40, isCancellable: true } as const

// A table: one kind of task per line.
// oxfmt-ignore
export const taskPolicies: { readonly [K in TaskKind]: TaskPolicy } = {
  'send-message':        { lane: 'messages', ...message },
  'send-mail':           { lane: 'mails', ...message },
  'decide-application':  { lane: 'decisions' },
  'disburse':             { lane: 'bank' },
  'collect':             { lane: 'bank' },
  'send-refund':         { lane: 'bank' },
  'ask-binding':         { lane: 'bank' },
  'end-debit-agreement': { lane: 'bank' },
  'ask-wallet-agreement': { lane: 'bank' },
  'end-wallet-agreement': { lane: 'bank' },
  'follow-purchase':     { lane: 'mall' },
  'reconcile-day':       { lane: 'reconciliation', isCancellable: true },
  'end-unverified-draw': { lane: 'short' },
  'end-face-review':     { lane: 'short' },
  'end-credit-review':   { lane: 'short' },
  'debit-loan':          { lane: 'short' },
  'announce-offer':      { lane: 'short', isCancellable: true },
  'announce-rate-cut':   { lane: 'short', isCancellable: true },
  'announce-campaign':   { lane: 'short', isCancellable: true },
  'announce-invitations': { lane: 'messages', ...message },
  'lapse-offers':        { lane: 'short' },
  'break-plans':         { lane: 'batch' },
  'debit-day':           { lane: 'batch' },
  'remind-day':          { lane: 'batch' },
  'review-limits':       { lane: 'batch' },
  'bureau-day':          { lane: 'batch' },
  'bureau-month':        { lane: 'batch' },
  'settle-partners':     { lane: 'batch' },
  'evidence-day':          { lane: 'batch' },
  'erase-day':           { lane: 'batch' },
  'forget-imports':      { lane: 'batch' },
  'index-names':         { lane: 'batch' },
  'verify-books':        { lane: 'batch', isCancellable: true },
  'recompute-loans':     { lane: 'batch', isCancellable: true },
  'import-names':        { lane: 'batch' },
  'prepare-data-copy':   { lane: 'batch' },
  'expire-data-copy':    { lane: 'batch' },
  'cut-rates':           { lane: 'batch', isCancellable: true },
}

/** `Object.keys` loses the key type. The table is closed, so the cast is safe. */
export const taskKinds = Object.keys(taskPolicies) as TaskKind[]

export const lanes: readonly Lane[] = [
  ...new Set(Object.values(taskPolicies).map(({ lane }) => lane)),
]

/** The policy of a queued kind. Undefined for a kind of another program version. */
export function policyOf(kind: string): TaskPolicy | undefined {
  const byKind: Readonly<Record<string, TaskPolicy>> = taskPolicies
  return byKind[kind]
}

/** The number of failures after which a task that is retried for ever is shown to the operator. */
export const FAILING_ATTEMPTS = 10
