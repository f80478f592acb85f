import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { Round } from './automatic-no.ts'

export type LoanDebit = Round & { readonly customer: CustomerNo }

/**
 * Enqueues the debit of a loan. One task per loan and day: adding it again replaces the waiting
 * one.
 */
export async function enqueueDebit(
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
