import type { Transaction } from '#database/database.ts'
import { recordExceptions, resolveExceptions } from './exception-store.ts'

type Broken = { readonly rule: string; readonly customer: string; readonly subjectNo: string }

/** Records rules that the books break. */
export async function recordRules(
  tx: Transaction,
  broken: readonly Broken[],
  now: Date,
): Promise<void> {
  if (broken.length === 0) return
  const found = broken.map(({ rule, ...about }) => ({ ...about, subject: rule, since: now }))
  await recordExceptions(tx, { kind: 'rule-broken', found, now })
}

/** A whole run since a time has not found the others any more. */
export async function resolveRules(tx: Transaction, seenSince: Date): Promise<void> {
  await resolveExceptions(tx, { kind: 'rule-broken', seenSince })
}
