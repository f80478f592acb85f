import { assert } from '@qingzhou/domain/assert'
import type { Account, Entry } from '@qingzhou/domain/ledger/entries'

const columns = ['fee', 'penalty', 'interest', 'principal', 'refunds-payable', 'bank'] as const

/** An account with a column of its own in a row of the ledger. */
type Column = (typeof columns)[number]

/** Entries of one loan against one other account: a row of the ledger. A debit is above zero. */
export type Move = {
  readonly against: string
  readonly amounts: { readonly [C in Column]?: bigint }
}

/** The rows that say what entries say. */
export function movesOf(entries: readonly Entry[]): Move[] {
  const moves = new Map<string, { [C in Column]?: bigint }>()
  for (const { debit, credit, amount } of entries) {
    const isDebit = isColumn(debit)
    const column = isDebit ? debit : credit
    assert(isColumn(column), 'an entry has an account of a loan, of refunds, or of the bank')
    const against = counterOf(isDebit ? credit : debit)
    const amounts = moves.get(against) ?? {}
    amounts[column] = (amounts[column] ?? 0n) + (isDebit ? amount : -BigInt(amount))
    moves.set(against, amounts)
  }
  return [...moves].map(([against, amounts]) => ({ against, amounts }))
}

function isColumn(account: Account): account is Column {
  return (columns as readonly string[]).includes(account)
}

/** Each part has an income of its own, so its row need not say which. */
function counterOf(account: Account): string {
  return account.endsWith('-income') ? 'income' : account
}
