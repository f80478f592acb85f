import { type Day } from '#testing/reference/days.ts'
import { type AgreedTerms, type Amounts, type Conventions } from '#testing/reference/state.ts'

type Plan = Conventions & { readonly start: Day; readonly months: number }

const NEW_PLAN = { method: 'equal-instalments', fee: 0n, isFeeOnce: false } as const

/** The plan that joins late loans: 60 % of the lowest rate, rounded down to a hundredth of a per cent. [N1, N2] */
export function consolidateDebt(
  old: readonly { ratePpm: bigint; taken: Amounts }[],
  plan: Plan,
): AgreedTerms {
  const rates = old.map(({ ratePpm }) => ratePpm)
  const lowest = rates.reduce((least, rate) => (rate < least ? rate : least))
  const all = (amount: (taken: Amounts) => bigint) =>
    old.reduce((sum, { taken }) => sum + amount(taken), 0n)
  return {
    ...NEW_PLAN,
    ...plan,
    amount: all(({ fee, interest, principal }) => fee + interest + principal),
    penalty: all(({ penalty }) => penalty),
    ratePpm: ((lowest * 60n) / 10_000n) * 100n,
  }
}

/** The loan that a bill becomes: at the rate of its loan, from its due date on. [N3] */
export function convertedBill(
  bill: Pick<AgreedTerms, 'ratePpm' | 'amount' | 'signedOn' | 'unearned'>,
  plan: Plan,
): AgreedTerms {
  return { ...NEW_PLAN, ...plan, ...bill }
}
