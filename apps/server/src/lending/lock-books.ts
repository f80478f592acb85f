import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'

/**
 * Keeps everybody else's acts on a customer's books out until the transaction ends: what is read of their
 * loans after this is what the next act finds.
 */
export async function lockCustomerBooks(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query('SELECT FROM limits WHERE customer_no = $1 FOR UPDATE', [customer])
}

/**
 * Keeps money from setting out for a loan until the transaction ends, as an order that is let run holds
 * its loans and not the books. Whether some is on its way already is to be asked after this.
 */
export async function lockLoanRow(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<void> {
  await tx.query('SELECT FROM loans WHERE customer_no = $1 AND loan_no = $2 FOR UPDATE', [
    customer,
    loanNo,
  ])
}
