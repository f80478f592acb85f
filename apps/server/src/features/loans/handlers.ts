import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import { boundCardOf, readCards } from '#features/cards/index.ts'
import type { Services } from '#platform/services.ts'
import { applyForLoan, quoteInputOf } from './apply-for-loan.ts'
import { drawChoices, drawRate } from './choices.ts'
import { couponsFor } from './coupons.ts'
import { executeLoan, loanResult, loanStep } from './execute-loan.ts'
import { quoteDrawFor, quoteDrawForMiniProgram } from './quote-draw-for.ts'

export function loansHandlers(services: Services): Handlers<Callers>['loans'] {
  return {
    currentStep: (input, caller) => loanStep(services, caller, input),
    choices: (_, { session }) => drawChoices(services, session.customer),
    rate: (_, { session }) => drawRate(services, session.customer),
    coupons: (input, { session }) => couponsFor(services, session.customer, quoteInputOf(input)),
    payoutCards: async (_, { session }) => {
      const cards = await readCards(services.database, services, session.customer)
      return { cards: cards.map(boundCardOf) }
    },
    quote: (input, { session }) => quoteDrawFor(services, session.customer, quoteInputOf(input)),
    quoteForChannel: (input, caller) =>
      quoteDrawForMiniProgram(services, caller, quoteInputOf(input)),
    apply: (input, caller) => applyForLoan(services, caller, input),
    execute: (input, caller) => executeLoan(services, caller, input),
    result: (input, { session }) => loanResult(services, session.customer, input),
  }
}
