import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { erasurePlan, type Fate } from './erasure-plan.ts'
import { insertErasure } from './erasure-store.ts'

type Erased = { readonly customer: CustomerNo; readonly phone: string }

/** Forgets who a customer was. What the books need stays, under a number that nobody has any more. */
export async function eraseCustomer(
  tx: Transaction,
  services: Services,
  { customer, phone }: Erased,
): Promise<void> {
  const phoneIndex = services.vault.index('phone', phone)
  await insertErasure(tx, services, customer)
  await services.files.releaseAllOf(tx, customer)
  for (const [table, fate] of Object.entries(erasurePlan)) {
    const statement = statementFor(table, fate)
    if (statement === undefined) continue
    await tx.query(statement, [fate.rows === 'erased-by-phone' ? phoneIndex : customer])
  }
}

/** Names come from the plan alone, which a test holds against the database. */
function statementFor(table: string, fate: Fate): string | undefined {
  if (fate.rows === 'erased') return `DELETE FROM ${table} WHERE customer_no = $1`
  if (fate.rows === 'erased-by-phone') return `DELETE FROM ${table} WHERE ${fate.column} = $1`
  if (fate.rows === 'left' || fate.emptied === undefined) return undefined
  const emptied = fate.emptied.map((column) => `${column} = NULL`)
  return `UPDATE ${table} SET ${emptied.join(', ')} WHERE customer_no = $1`
}
