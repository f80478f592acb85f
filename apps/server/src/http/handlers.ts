import type { Handlers } from '@qingzhou/contract/shapes'
import type { Refusal } from '@qingzhou/domain/refusal'
import type { Callers } from '@qingzhou/platform/caller'
import { refusalMessage } from './refusals.ts'
import { agreementsHandlers } from '#features/agreements/index.ts'
import { bureauReportsHandlers } from '#features/bureau-reports/index.ts'
import { cardFacts, cardsHandlers } from '#features/cards/index.ts'
import { consoleProposalsHandlers, proposalKinds } from '#features/console/proposals/index.ts'
import { consoleQueuesHandlers } from '#features/console/queues/index.ts'
import { consoleCustomersHandlers } from '#features/console/customers/index.ts'
import { consoleAccessHandlers } from '#features/console/access/index.ts'
import { creditHandlers, moveInvitation } from '#features/credit/index.ts'
import { amendmentAwaitsFace, identityHandlers } from '#features/identity/index.ts'
import { limitCancellationHandlers } from '#features/limit-cancellation/index.ts'
import { drawAwaitsFace, loansHandlers, findOpenDraw, quoteFacts } from '#features/loans/index.ts'
import { mallHandlers } from '#features/mall/index.ts'
import { messagesHandlers } from '#features/messages/index.ts'
import { onboardingHandlers } from '#features/onboarding/index.ts'
import { phoneChangeAwaitsFace, profileHandlers } from '#features/profile/index.ts'
import { dataCopiesHandlers } from '#features/data-copies/index.ts'
import { evidenceHandlers } from '#features/evidence/index.ts'
import { rateCutsHandlers } from '#features/rate-cuts/index.ts'
import { referenceHandlers } from '#features/reference/index.ts'
import {
  deferralFacts,
  forbearanceFacts,
  forbearanceReviewed,
  repaymentHandlers,
} from '#features/repayment/index.ts'
import {
  hardshipReviewed,
  planAwaitsFace,
  planFacts,
  restructureHandlers,
  billConversionFacts,
} from '#features/restructure/index.ts'
import { securityHandlers } from '#features/security/index.ts'
import { settlementHandlers } from '#features/settlement/index.ts'
import { staffHandlers } from '#features/staff/index.ts'
import { systemHandlers } from '#features/system/index.ts'
import { waiverHandlers } from '#features/waiver/index.ts'
import type { Services } from '#services.ts'

function renderRefusal(refusal: Refusal): string {
  return refusalMessage(refusal).message
}

const afterReview = { relief: forbearanceReviewed, hardship: hardshipReviewed }

/** The handler of every call. */
export function handlersOf(services: Services): Handlers<Callers> {
  return {
    onboarding: onboardingHandlers(services),
    identity: identityHandlers(services, {
      loan: drawAwaitsFace,
      plan: planAwaitsFace(services),
      phone: phoneChangeAwaitsFace(services),
      amend: amendmentAwaitsFace(services),
    }),
    cards: cardsHandlers(services),
    profile: profileHandlers(services, {
      afterPhoneChange: (tx, moved) => moveInvitation(tx, services, moved),
    }),
    security: securityHandlers(services),
    messages: messagesHandlers(services),
    credit: creditHandlers(services, {
      openDrawOf: async (customer) => findOpenDraw(services, customer),
    }),
    loans: loansHandlers(services),
    repayment: repaymentHandlers(services, { renderRefusal }),
    agreements: agreementsHandlers(services, {
      draw: quoteFacts(services),
      deferral: deferralFacts(services),
      forbearance: forbearanceFacts(services),
      plan: planFacts(services),
      billConversion: billConversionFacts(services),
      card: cardFacts(services),
    }),
    waiver: waiverHandlers(services),
    'rate-cuts': rateCutsHandlers(services),
    restructure: restructureHandlers(services, { renderRefusal }),
    settlement: settlementHandlers(services),
    evidence: evidenceHandlers(services),
    'limit-cancellation': limitCancellationHandlers(services),
    'data-copies': dataCopiesHandlers(services),
    'bureau-reports': bureauReportsHandlers(services),
    mall: mallHandlers(services),
    staff: staffHandlers(services, { afterReview }),
    'console-queues': consoleQueuesHandlers(services, { kinds: proposalKinds, afterReview }),
    'console-proposals': consoleProposalsHandlers(services, { renderRefusal }),
    'console-customers': consoleCustomersHandlers(services),
    'console-access': consoleAccessHandlers(services),
    reference: referenceHandlers(services),
    system: systemHandlers(services),
  }
}
