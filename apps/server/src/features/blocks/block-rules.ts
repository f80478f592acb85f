/** Why staff block a customer. */
export const blockReasons = ['stolen-phone', 'fraud', 'court', 'death', 'bankruptcy'] as const
export type BlockReason = (typeof blockReasons)[number]

/** What the customer is told: no accusation, and no fact that a stranger should read. */
export type Pause =
  /** The account is being looked into. */
  | 'review'
  /** The customer has died or is bankrupt: no debit, no reminder. */
  | 'care'

type Rule = {
  readonly signIn: boolean
  readonly reminders: boolean
  readonly debits: boolean
  /** Messages about the account: not to a phone in other hands, nor to the family of the dead. */
  readonly notices: boolean
  readonly pause: Pause
}

/** Nobody borrows while blocked, and everybody may pay. The reasons differ in the rest. */
// A table: one reason, one line.
// oxfmt-ignore
export const blockRules: Readonly<Record<BlockReason, Rule>> = {
  'stolen-phone': { signIn: false, reminders: false, debits: true,  notices: false, pause: 'review' },
  fraud:          { signIn: true,  reminders: true,  debits: true,  notices: true,  pause: 'review' },
  court:          { signIn: true,  reminders: true,  debits: true,  notices: true,  pause: 'review' },
  death:          { signIn: true,  reminders: false, debits: false, notices: false, pause: 'care' },
  bankruptcy:     { signIn: true,  reminders: false, debits: false, notices: true,  pause: 'care' },
}

/** The reasons for which something is not done. */
export function reasonsWithout(what: 'reminders' | 'debits'): BlockReason[] {
  return blockReasons.filter((reason) => !blockRules[reason][what])
}
