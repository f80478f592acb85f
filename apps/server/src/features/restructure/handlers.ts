import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import { uploadByBorrower } from '#features/evidence/index.ts'
import type { RenderRefusal } from '#features/repayment/index.ts'
import type { Services } from '#services.ts'
import { documents } from './documents/documents.ts'
import { planBills } from './personalised/plan-bills.ts'
import { savePart } from './personalised/save-contacts-and-card.ts'
import { signPlan } from './personalised/sign-plan.ts'
import { quoteConsolidation } from './personalised/quote-plan.ts'
import { billConversionOffer } from './bill-conversion/quote-bill-conversion.ts'
import { signBillConversion } from './bill-conversion/sign-bill-conversion.ts'
import { convertedPlan, repayPlan, signedPlans } from './signed/signed-plans.ts'

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
