import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import type {
  ConsolidationPlanFacts,
  QuoteConsolidationPlanFacts,
} from '#features/agreements/index.ts'
import type { Card } from '#features/cards/index.ts'
import { lockCustomerBooks, readDatedRows, type LoanRecord } from '@qingzhou/lending/index'
import { loanOf, readBills, loansBeingPaid } from '#features/repayment/index.ts'
import { Refused, orRefuse } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findPlanCard, findOpenPlanView } from './plan-step.ts'
import { requirePlan } from './save-contacts-and-card.ts'
import type { PlanQuote, restructureShapes } from '@qingzhou/contract/features/restructure'
import { dayRules } from '@qingzhou/domain/cost/cost-cap'
import type { DatedRow } from '@qingzhou/domain/dated/dated-rows'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { sumOfParts } from '@qingzhou/domain/loans/loan'
import { product } from '@qingzhou/domain/product'
import {
  checkConsolidation,
  quotePlan as quote,
} from '@qingzhou/domain/restructure/consolidation-plan'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { quoteViewOf, costSheetView } from '#features/loans/index.ts'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { hasValidDocument } from '#features/restructure/documents/document-store.ts'
import { saveChoice } from './plan-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

/**
 * The facts for the agreements of a plan that is not signed yet; the signed agreements use the
 * same.
 */
export function planFacts(services: Deps): QuoteConsolidationPlanFacts {
  return async ({ session: { customer } }, { planNo }) => {
    const plan = await requirePlan(services.database, services, { customer, planNo })
    const card = await findPlanCard(services.database, services, plan)
    if (!card) throw new Refused({ kind: 'plan-not-ready' })
    const { today, loans } = await readBills(services, customer)
    const dated = await readDatedRows(services.database)
    return factsOfPlan(quotePlan({ today, loans, dated }, plan), { loans, card })
  }
}

export function factsOfPlan(
  quoted: QuotedPlan,
  { loans, card }: { readonly loans: readonly LoanRecord[]; readonly card: Card },
): ConsolidationPlanFacts {
  const { bankName, lastFour } = card
  return {
    from: quoted.loanNos.map((loanNo) => {
      const { loan } = loanOf({ loans }, loanNo)
      const owed = payoffOn(quoted.validOn, loan)
      return { loanNo, drawnOn: loan.start, drawn: loan.amount, owed }
    }),
    parts: quoted.parts,
    oldRatePpm: quoted.oldRate,
    saved: quoted.saved,
    card: { bankName, lastFour },
    amount: quoted.amount,
    months: quoted.months,
    annualRatePpm: quoted.annualRate,
    annualCostPpm: quoted.annualCost,
    plan: quoted.plan,
    totalInterest: quoted.totalInterest,
    totalAmount: quoted.totalAmount,
    costSheet: quoted.costSheet,
  }
}

type Books = {
  readonly today: LocalDate
  readonly loans: readonly LoanRecord[]
  readonly dated: readonly DatedRow[]
}
type Choice = { readonly loanNos: readonly string[]; readonly months: number }

/** A quote without the document fields. */
export type QuotedPlan = Omit<PlanQuote, 'needsDocument' | 'hasDocument'>

/** Quotes a plan by the same domain function that books it. */
export function quotePlan({ today, loans, dated }: Books, { loanNos, months }: Choice): QuotedPlan {
  const chosen = [...new Set(loanNos)].toSorted().map((loanNo) => loanOf({ loans }, loanNo))
  for (const record of chosen) orRefuse(checkConsolidation(record, today))
  const [first] = chosen
  if (!first) throw new Refused({ kind: 'not-late-enough' })
  const rules = dayRules(first.lender, { on: today, dated })
  const { newLoan, plan, cost, parts, saved, oldRatePpm } = orRefuse(
    quote(chosen, { months, today, rules }),
  )
  // The lender alone funds it: what the partners of the old loan have outstanding is paid to them.
  const drawn = { plan, loan: newLoan, cost, partners: [] }
  const quoted = {
    loanNos: chosen.map(({ loanNo }) => loanNo),
    months,
    amount: sumOfParts(parts),
    parts: { ...parts },
    ...quoteViewOf(drawn),
    saved,
    oldRate: oldRatePpm,
    costSheet: costSheetView(drawn),
    validOn: today,
  }
  return { ...quoted, quoteId: digestOf(quoted).toString('base64url') }
}

/** Whether this number of instalments requires a hardship document. */
export function needsDocument(months: number): boolean {
  return months > product.personalisedPlan.monthsWithoutDocument
}

type QuotePlanInput = Input<(typeof restructureShapes)['quote']>
type Answer = Output<(typeof restructureShapes)['quote']>

/** Quotes a plan and saves it if it is chosen. */
export async function quoteConsolidation(
  services: Deps,
  customer: CustomerNo,
  { loanNos, months, choose }: QuotePlanInput,
): Promise<Answer> {
  const { database } = services
  const bills = await readBills(services, customer)
  const dated = await readDatedRows(database)
  const quoted = quotePlan({ ...bills, dated }, { loanNos, months })
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
  request: {
    readonly customer: CustomerNo
    readonly quoted: QuotedPlan
    readonly today: LocalDate
  },
): Promise<PlanQuote> {
  const { customer, quoted, today } = request
  return {
    ...quoted,
    needsDocument: needsDocument(quoted.months),
    hasDocument: await hasValidDocument(db, { customer, today }),
  }
}
