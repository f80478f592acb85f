import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'

/**
 * Keeps everybody else's acts on a customer's books out until the transaction ends: what is read of their
 * loans after this is what the next act finds.
 */
export async function holdBooks(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query('SELECT FROM limits WHERE customer_no = $1 FOR UPDATE', [customer])
}
