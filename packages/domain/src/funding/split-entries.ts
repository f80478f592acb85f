import { assert } from '#assert.ts'
import type { Account, Entry } from '#ledger/entries.ts'
import { partNames, type PartName, type Parts } from '#loans/loan.ts'
import { add, fen, subtract, ZERO, type Money } from '#money/money.ts'
import { shareAmount } from './share-amount.ts'

/** An entry of a loan as it was booked. */
export interface PostedEntry extends Entry {
  /** The posting it belongs to. The accrual of a day has none. */
  readonly entryNo?: bigint | undefined
  /** The posting that it reverses. */
  readonly reverses?: bigint | undefined
}

/** The accounts that are split: what the borrower owes, and what is owed to the borrower. */
export const splitAccounts = [...partNames, 'refunds-payable'] as const
export type SplitAccount = (typeof splitAccounts)[number]

/** The debits or the credits of an account so far, and what of them belongs to each party. */
type Flow = { readonly total: Money; readonly parts: readonly Money[] }

/**
 * The part of each party in the entries of a loan, in their order; the lender's own part is the last. [Z6]
 *
 * The debits of an account are split by their running total, and so are its credits: the part of an entry is what
 * the split of the total grows by. A reversal takes back the parts of the posting that it reverses.
 */
export function splitEntries(
  entries: readonly PostedEntry[],
  sharesPpm: readonly bigint[],
): readonly (readonly Money[])[] {
  const none: Flow = { total: ZERO, parts: shareAmount(ZERO, sharesPpm) }
  const flows = new Map<string, Flow>()
  const booked = new Map<string, readonly Money[]>()
  return entries.map((entry) => {
    const { amount, entryNo, reverses } = entry
    const { account, side } = sideOf(entry)
    if (reverses !== undefined) {
      const parts = booked.get(`${reverses} ${account}`)
      assert(parts !== undefined, 'a posting is booked before it is reversed')
      // The reversal of a debit is a credit that takes a debit back.
      const key = `${account} ${side === 'debit' ? 'credit' : 'debit'}`
      const before = flows.get(key) ?? none
      const left = before.parts.map((part, index) => subtract(part, parts[index] ?? ZERO))
      flows.set(key, { total: subtract(before.total, amount), parts: left })
      return parts
    }
    const key = `${account} ${side}`
    const before = flows.get(key) ?? none
    const total = add(before.total, amount)
    const after = shareAmount(total, sharesPpm)
    flows.set(key, { total, parts: after })
    const parts = after.map((part, index) => subtract(part, before.parts[index] ?? ZERO))
    if (entryNo !== undefined) booked.set(`${entryNo} ${account}`, parts)
    return parts
  })
}

export function sideOf({ debit, credit }: Entry): {
  account: SplitAccount
  side: 'debit' | 'credit'
} {
  if (isSplit(debit)) return { account: debit, side: 'debit' }
  assert(isSplit(credit), 'money of the lender at the bank belongs to no loan')
  return { account: credit, side: 'credit' }
}

export function isSplit(account: Account): account is SplitAccount {
  return splitAccounts.some((one) => one === account)
}

/** What a party has outstanding of each part, from its parts in the entries. */
export function receivablesOf(entries: readonly (Entry & { readonly part: Money })[]): Parts {
  const balances: Record<PartName, Money> = {
    fee: ZERO,
    penalty: ZERO,
    interest: ZERO,
    principal: ZERO,
  }
  for (const { debit, credit, part } of entries) {
    for (const name of partNames) {
      if (name === debit) balances[name] = add(balances[name], part)
      if (name === credit) balances[name] = subtract(balances[name], part)
    }
  }
  return balances
}

/** What a party has received, less what it has paid out: the lender settles this sum with it. [Z7] */
export function settledSum(entries: readonly (Entry & { readonly part: Money })[]): Money {
  return fen(
    entries.reduce((sum, { debit, credit, part }) => {
      return sum + (isMoney(debit) ? part : 0n) - (isMoney(credit) ? part : 0n)
    }, 0n),
  )
}

function isMoney(account: Account): boolean {
  return account === 'clearing' || account === 'conversion'
}
