import type { PlanQuote, restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { lockCustomerBooks } from '#lending/index.ts'
import { loansBeingPaid, readBills } from '#features/repayment/index.ts'
import { hasValidDocument } from '#features/restructure/documents/document-store.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findOpenPlanView } from './plan-step.ts'
import { saveChoice } from './plan-store.ts'
import { needsDocument, quotePlan, type QuotedPlan } from './quote-plan.ts'
import { newNo } from '#platform/ids.ts'

type Asked = Input<(typeof restructureShapes)['quote']>
type Answer = Output<(typeof restructureShapes)['quote']>

/** Quotes a plan and saves it if it is chosen. */
export async function quoteConsolidation(
  services: Services,
  customer: CustomerNo,
  { loanNos, months, choose }: Asked,
): Promise<Answer> {
  const { database } = services
  const bills = await readBills(services, customer)
  const quoted = quotePlan(bills, { loanNos, months })
  const paying = await loansBeingPaid(database, customer)
  if (quoted.loanNos.some((loanNo) => paying.has(loanNo))) {
    throw new Refused({ kind: 'payment-running' })
  }
  const quote = await withDocument(database, { customer, quoted, today: bills.today })
  if (!choose) return { quote }

  const planNo = newNo(12)
  await database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    await saveChoice(tx, services, { customer, planNo, loanNos: quoted.loanNos, months })
  })
  return { quote, openPlan: await findOpenPlanView(services, customer) }
}

/** Adds to the quote whether a hardship document is required and present. */
async function withDocument(
  db: Queryable,
  asked: {
    readonly customer: CustomerNo
    readonly quoted: QuotedPlan
    readonly today: LocalDate
  },
): Promise<PlanQuote> {
  const { customer, quoted, today } = asked
  return {
    ...quoted,
    needsDocument: needsDocument(quoted.months),
    hasDocument: await hasValidDocument(db, { customer, today }),
  }
}
