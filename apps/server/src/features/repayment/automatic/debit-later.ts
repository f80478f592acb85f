import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { Round } from './automatic-no.ts'

export type LoanDebit = Round & { readonly customer: CustomerNo }

/** One task a loan and day: queued again, it replaces the one that waits. */
export async function debitAt(
  tx: Transaction,
  { tasks }: Pick<Services, 'tasks'>,
  { customer, loanNo, date, round }: LoanDebit,
  runAt: Date,
): Promise<void> {
  await tasks.add(tx, {
    kind: 'debit-loan',
    payload: { customer, loanNo, date, round },
    key: `${date}:${loanNo}`,
    runAt,
  })
}
