import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { payoffOn, repayInFull } from '@qingzhou/domain/repayment/early-repayment'
import { checkConsolidation } from '@qingzhou/domain/restructure/consolidation-plan'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { LoanRecord } from '@qingzhou/lending/index'
import { uploadByBorrower } from '#features/evidence/index.ts'
import {
  instalmentsOf,
  loansBeingPaid,
  mayJoin,
  readBills,
  summaryOf,
  totalOf,
  whyNot,
} from '#features/repayment/index.ts'
import type { RenderRefusal } from '#features/repayment/index.ts'
import type { Services } from '#services.ts'
import { documents } from './documents/documents.ts'
import { savePart } from './personalised/save-contacts-and-card.ts'
import { signPlan } from './personalised/sign-plan.ts'
import { quoteConsolidation } from './personalised/quote-plan.ts'
import { billConversionOffer } from './bill-conversion/quote-bill-conversion.ts'
import { signBillConversion } from './bill-conversion/sign-bill-conversion.ts'
import { convertedPlan, repayPlan, signedPlans } from './signed/signed-plans.ts'
import { findOpenPlanView } from './personalised/plan-step.ts'

export function restructureHandlers(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'files' | 'tasks' | 'now' | 'businessDate'
  >,
  { renderRefusal }: { readonly renderRefusal: RenderRefusal },
): Handlers<Callers>['restructure'] {
  return {
    bills: (_, { session }) => planBills(services, session.customer, renderRefusal),
    quote: (input, { session }) => quoteConsolidation(services, session.customer, input),
    saveContacts: (input, { session }) => savePart(services, session.customer, input),
    uploadDocument: (input, caller) => uploadByBorrower(services, caller, input, 'hardship'),
    documents: (input, caller) => documents(services, caller, input),
    sign: (input, caller) => signPlan(services, caller, input),
    signedPlans: (input, { session }) => signedPlans(services, session.customer, input),
    repay: (input, caller) => repayPlan(services, caller, input),
    quoteBillConversion: (request, { session }) =>
      billConversionOffer(services, session.customer, { request, renderRefusal }),
    signBillConversion: (input, caller) => signBillConversion(services, caller, input),
    convertedPlan: ({ loanNo }, { session }) =>
      convertedPlan(services, { customer: session.customer, loanNo }),
  }
}

type Answer = Output<(typeof restructureShapes)['bills']>

/** Every open loan with the reason why it cannot join a plan, and the open plan. */
async function planBills(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
  renderRefusal: RenderRefusal,
): Promise<Answer> {
  const { monthsMin, monthsMax, monthsWithoutDocument } = product.personalisedPlan
  const [{ today, running }, paying, openPlan] = await Promise.all([
    readBills(services, customer),
    loansBeingPaid(services.database, customer),
    findOpenPlanView(services, customer),
  ])
  const joinable = new Set(
    running.filter((record) => checkConsolidation(record, today).ok).map(({ loanNo }) => loanNo),
  )
  return {
    today,
    monthsMin,
    monthsMax,
    monthsWithoutDocument,
    loans: running.map((record) => ({
      loan: summaryOf(record, today),
      open: openOf(record, today),
      lender: record.lender,
      refusal: whyNot(mayJoin(record, { today, paying }), renderRefusal),
    })),
    // An open plan is dropped if one of its loans was paid or consolidated since.
    openPlan: openPlan?.loanNos.every((loanNo) => joinable.has(loanNo)) ? openPlan : undefined,
  }
}

/** The open parts of a loan that a plan would take over. */
function openOf(record: LoanRecord, today: LocalDate) {
  const { loan } = record
  const settled = repayInFull(loan, { amount: payoffOn(today, loan), today })
  if (settled.ok) return totalOf(settled.value.allocations.map(({ parts }) => parts))
  return totalOf(instalmentsOf(record, today).map(({ open }) => open))
}
