import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from './customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'

export const payProviders = ['bank', 'wallet', 'messenger'] as const
export type PayProvider = (typeof payProviders)[number]

export type MovedTransfer = {
  readonly orderNo: string
  readonly provider: PayProvider
  readonly kind: 'payout' | 'debit' | 'refund' | 'return'
  readonly amount: Money
  /** The provider's date. */
  readonly movedOn: LocalDate
}

/** Records that a provider has moved money, in the transaction that books it. */
export async function recordMovedTransfer(
  tx: Transaction,
  customer: CustomerNo,
  { orderNo, provider, kind, amount, movedOn }: MovedTransfer,
): Promise<void> {
  await tx.query(
    `INSERT INTO moved_transfers (customer_no, order_no, provider, kind, amount_fen, moved_on)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (customer_no, order_no) DO NOTHING`,
    [customer, orderNo, provider, kind, amount, movedOn],
  )
}
