import type { Transaction } from '#platform/database/database.ts'
import { recordExceptions, resolveExceptions, resolveExceptionsOf } from './exception-store.ts'

type Broken = { readonly rule: string; readonly customer: string; readonly subjectNo: string }

/** Records the ledger rules that are violated. */
export async function recordRules(
  tx: Transaction,
  broken: readonly Broken[],
  now: Date,
): Promise<void> {
  if (broken.length === 0) return
  const found = broken.map(({ rule, ...about }) => ({ ...about, subject: rule, since: now }))
  await recordExceptions(tx, { kind: 'rule-broken', found, now })
}

/** Resolves the rule exceptions that a complete run since this time did not find. */
export async function resolveRules(tx: Transaction, seenSince: Date): Promise<void> {
  await resolveExceptions(tx, { kind: 'rule-broken', seenSince })
}

type Difference = { readonly loanNo: string; readonly details: string }

/** Records the recomputed loans of a customer that differ; resolves those that no longer do. */
export async function recordDifferences(
  tx: Transaction,
  {
    customer,
    differences,
    now,
  }: {
    readonly customer: string
    readonly differences: readonly Difference[]
    readonly now: Date
  },
): Promise<void> {
  const found = differences.map(({ loanNo, details }) => ({
    customer,
    subject: 'recomputation',
    subjectNo: loanNo,
    since: now,
    details,
  }))
  if (found.length > 0) await recordExceptions(tx, { kind: 'loan-differs', found, now })
  await resolveExceptionsOf(tx, { kind: 'loan-differs', customer, seenSince: now })
}
