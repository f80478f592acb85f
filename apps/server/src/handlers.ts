import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from './caller.ts'
import { wordsFor } from './edge/refusals.ts'
import { agreementsHandlers } from './modules/agreements/index.ts'
import { cardsHandlers } from './modules/cards/index.ts'
import { creditHandlers } from './modules/credit/index.ts'
import { identityHandlers } from './modules/identity/index.ts'
import { drawAwaitsFace, loansHandlers, quoteFacts } from './modules/loans/index.ts'
import { onboardingHandlers } from './modules/onboarding/index.ts'
import { profileHandlers } from './modules/profile/index.ts'
import { proofsHandlers } from './modules/proofs/index.ts'
import { rateCutsHandlers } from './modules/rate-cuts/index.ts'
import { referenceHandlers } from './modules/reference/index.ts'
import { delayFacts, reliefReviewed, repaymentHandlers } from './modules/repayment/index.ts'
import { staffHandlers } from './modules/staff/index.ts'
import { systemHandlers } from './modules/system/index.ts'
import { waiverHandlers } from './modules/waiver/index.ts'
import type { Services } from './services.ts'

/** Every call the world may make, and who answers it. */
export function handlersOf(services: Services): Handlers<Callers> {
  return {
    onboarding: onboardingHandlers(services),
    identity: identityHandlers(services, { drawAwaitsFace }),
    cards: cardsHandlers(services),
    profile: profileHandlers(services),
    credit: creditHandlers(services),
    loans: loansHandlers(services),
    repayment: repaymentHandlers(services, {
      sayWhyNot: (refusal) => wordsFor(refusal).message,
    }),
    agreements: agreementsHandlers(services, {
      draw: quoteFacts(services),
      delay: delayFacts(services),
    }),
    waiver: waiverHandlers(services),
    'rate-cuts': rateCutsHandlers(services),
    proofs: proofsHandlers(services),
    staff: staffHandlers(services, { afterReview: { relief: reliefReviewed } }),
    reference: referenceHandlers(),
    system: systemHandlers(services),
  }
}
