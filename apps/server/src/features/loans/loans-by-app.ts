import type { App } from '#platform/app-of.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findDraw } from '#lending/index.ts'
import { applicationsIn } from './loan-application-store.ts'

/** The loans that a customer applied for in one app. */
export async function loansAppliedForIn(
  db: Queryable,
  { customer, app }: { readonly customer: CustomerNo; readonly app: App },
): Promise<ReadonlySet<string>> {
  const applied = await applicationsIn(db, { customer, app })
  const draws = await Promise.all(applied.map((drawNo) => findDraw(db, { customer, drawNo })))
  return new Set(draws.flatMap((draw) => (draw ? [draw.loanNo] : [])))
}
