import type { agreementsShapes } from '@qingzhou/contract/agreements'
import type { Input } from '@qingzhou/contract/shape'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '#caller.ts'
import type { Services } from '#services.ts'
import { signedAgreement, signedAgreements } from './read-signed.ts'
import type { LoanFacts } from './template.ts'
import { agreementsForEvent, agreementsToConfirm } from './to-read.ts'

type AskedDraw = NonNullable<Input<(typeof agreementsShapes)['toConfirm']>['draw']>

/** Quotes the draw whose papers are asked for. Given from outside, as borrowing signs papers itself. */
export type QuoteFacts = (caller: SignedInCaller, draw: AskedDraw) => Promise<LoanFacts>

export function agreementsHandlers(
  services: Services,
  quoteFacts: QuoteFacts,
): Handlers<Callers>['agreements'] {
  return {
    forEvent: async (input) => ({ agreements: [...agreementsForEvent(input)] }),
    // No number of ours stands in the words, so what is shown before signing is what is kept.
    toConfirm: async ({ eventType, draw }, caller) => {
      const loan = draw && (await quoteFacts(caller, draw))
      const agreements = await agreementsToConfirm(services, caller, { eventType, loan })
      return { agreements: [...agreements] }
    },
    signedList: (input, caller) => signedAgreements(services, caller.session.customer, input),
    signed: (input, caller) => signedAgreement(services, caller.session.customer, input),
  }
}
