import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import type { CustomerNo } from '#customer-no.ts'
import { writeAndCommit } from '#database/statement.ts'
import { entered, readBusinessDate } from '#modules/ledger/index.ts'
import type { Means } from '../act.ts'
import { updateLoan } from '../loan-store.ts'
import { lockLoan } from '../lock-loan.ts'

/** What the end of day does for one loan, by the domain's own rule. */
export async function bookDays(
  { database }: Means,
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
      ...entered({
        customer,
        transactionNo: `day-${to}`,
        businessDate: to,
        postings: [{ loanNo, event: 'accrual', entries }],
      }),
    ])
  })
}
