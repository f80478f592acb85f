import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { refused, type Outcome } from '@qingzhou/domain/refusal'
import { checkJoin } from '@qingzhou/domain/restructure/old-loan'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { LoanRecord } from '#lending/index.ts'
import type { Services } from '#platform/services.ts'
import { loansBeingPaid } from './orders/order-store.ts'

type Known = { readonly today: LocalDate; readonly paying: ReadonlySet<string> }

/** Whether a loan may become part of a personalised plan now: not while a payment for it is on its way. */
export function mayJoin(kept: LoanRecord, { today, paying }: Known): Outcome<LoanRecord> {
  if (paying.has(kept.loanNo)) return refused({ kind: 'payment-running' })
  return checkJoin(kept, today)
}

/** Whether a plan would take at least one of a customer's loans, so that it is worth offering. */
export async function mayJoinAny(
  { database }: Services,
  customer: CustomerNo,
  { today, running }: { readonly today: LocalDate; readonly running: readonly LoanRecord[] },
): Promise<boolean> {
  const paying = await loansBeingPaid(database, customer)
  return running.some((kept) => mayJoin(kept, { today, paying }).ok)
}
