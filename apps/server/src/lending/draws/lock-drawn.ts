import type { DrawnLoan } from '@qingzhou/domain/mall/reversal'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { LoanRecord } from '#lending/loans/loan-rows.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'
import { readPaidBy, type PaidBy } from '#lending/payments/payment-store.ts'

export type LockedDrawn = {
  readonly kept: LoanRecord
  readonly drawn: DrawnLoan
  readonly paidBy: readonly PaidBy[]
}

/** A loan with who has paid for it: where that was no card, it lives on in another. */
export async function lockDrawn(
  tx: Transaction,
  key: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<LockedDrawn> {
  const kept = await lockLoan(tx, key)
  const paidBy = await readPaidBy(tx, key)
  const isElsewhere =
    kept.joinedInto !== undefined || paidBy.some(({ cardId }) => cardId === undefined)
  return { kept, paidBy, drawn: { ...kept, isElsewhere } }
}
