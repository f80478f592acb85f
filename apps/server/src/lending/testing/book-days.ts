import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import type { CustomerNo } from '#platform/customer-no.ts'
import { writeAndCommit } from '#platform/database/statement.ts'
import { ledgerInserts, readBusinessDate } from '#lending/ledger/index.ts'
import type { Deps } from '#lending/act.ts'
import { updateLoan } from '#lending/loans/loan-store.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'

/** What the end of day does for one loan, by the domain's own rule. */
export async function bookDays(
  { database }: Deps,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const [before, to] = await Promise.all([
      lockLoan(tx, { customer, loanNo }),
      readBusinessDate(tx),
    ])
    const { loan, bookedUntil: from } = before
    if (from >= to) return

    const entries = accrualEntries(loan, { from, to })
    await writeAndCommit(tx, [
      updateLoan({ customer, after: { ...before, bookedUntil: to } }),
      ...ledgerInserts({
        customer,
        transactionNo: `day-${to}`,
        businessDate: to,
        postings: [{ loanNo, event: 'accrual', entries }],
      }),
    ])
  })
}
