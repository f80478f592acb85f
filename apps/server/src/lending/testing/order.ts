import { add, fen, type Money } from '@qingzhou/domain/money/money'
import type { Loan } from '@qingzhou/domain/loans/loan'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { Act, Deps } from '#lending/act.ts'
import type { Model, Taken } from './model.ts'

// A table: what is tried more often stands there more often.
// oxfmt-ignore
export const kinds = [
  'draw', 'draw', 'hold', 'hold', 'book', 'book', 'release', 'repay', 'repay', 'receive', 'early-full', 'early-part', 'early-part',
  'delay', 'relief', 'cut', 'offer', 'waive', 'waive', 'join', 'spread', 'break', 'return', 'reverse',
] as const

/** What a customer might do, by choices that still have to meet the books they are made for. */
export type Choice = {
  readonly kind: (typeof kinds)[number]
  /** Which loan, of those there are. */
  readonly which: number
  /** How much, of what the act allows: below, at, or above it. */
  readonly share: 'none' | 'part' | 'whole' | 'more'
  readonly size: number
}

/** The same order for both: the use case, and what the model says to it. */
export type Order = {
  readonly ask: (deps: Deps, act: Act) => Promise<object>
  readonly expected: (
    model: Model,
    given: { readonly requestNo: string; readonly answer: { loanNo?: string } },
  ) => Outcome<Taken<object>>
}

export type About = {
  readonly choice: Choice
  readonly model: Model
  readonly loanNo: string
  readonly loan: Loan
}

export function amountOf({ share, size }: Choice, whole: Money): Money {
  if (share === 'none') return fen(BigInt(-(size % 2)))
  if (share === 'part') return fen((whole * BigInt((size % 9) + 1)) / 10n)
  return share === 'whole' ? whole : add(whole, fen(BigInt(size + 1)))
}
