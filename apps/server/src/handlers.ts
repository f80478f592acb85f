import type { Handlers } from '@qingzhou/contract/shapes'
import type { Refusal } from '@qingzhou/domain/refusal'
import type { Callers } from './caller.ts'
import { wordsFor } from './edge/refusals.ts'
import { agreementsHandlers } from './modules/agreements/index.ts'
import { cardsHandlers } from './modules/cards/index.ts'
import { creditHandlers, moveInvitation } from './modules/credit/index.ts'
import { amendmentAwaitsFace, identityHandlers } from './modules/identity/index.ts'
import { limitCancellationHandlers } from './modules/limit-cancellation/index.ts'
import { drawAwaitsFace, loansHandlers, quoteFacts } from './modules/loans/index.ts'
import { mallHandlers } from './modules/mall/index.ts'
import { onboardingHandlers } from './modules/onboarding/index.ts'
import { phoneChangeAwaitsFace, profileHandlers } from './modules/profile/index.ts'
import { proofsHandlers } from './modules/proofs/index.ts'
import { rateCutsHandlers } from './modules/rate-cuts/index.ts'
import { referenceHandlers } from './modules/reference/index.ts'
import { delayFacts, reliefReviewed, repaymentHandlers } from './modules/repayment/index.ts'
import {
  hardshipReviewed,
  planAwaitsFace,
  planFacts,
  restructureHandlers,
  secondFacts,
} from './modules/restructure/index.ts'
import { securityHandlers } from './modules/security/index.ts'
import { settlementHandlers } from './modules/settlement/index.ts'
import { staffHandlers } from './modules/staff/index.ts'
import { systemHandlers } from './modules/system/index.ts'
import { waiverHandlers } from './modules/waiver/index.ts'
import type { Services } from './services.ts'

function sayWhyNot(refusal: Refusal): string {
  return wordsFor(refusal).message
}

/** Every call the world may make, and who answers it. */
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
    credit: creditHandlers(services),
    loans: loansHandlers(services),
    repayment: repaymentHandlers(services, { sayWhyNot }),
    agreements: agreementsHandlers(services, {
      draw: quoteFacts(services),
      delay: delayFacts(services),
      plan: planFacts(services),
      second: secondFacts(services),
    }),
    waiver: waiverHandlers(services),
    'rate-cuts': rateCutsHandlers(services),
    restructure: restructureHandlers(services, { sayWhyNot }),
    settlement: settlementHandlers(services),
    proofs: proofsHandlers(services),
    'limit-cancellation': limitCancellationHandlers(services),
    mall: mallHandlers(services),
    staff: staffHandlers(services, {
      afterReview: { relief: reliefReviewed, hardship: hardshipReviewed },
    }),
    reference: referenceHandlers(),
    system: systemHandlers(services),
  }
}
