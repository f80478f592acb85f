import type { agreementsShapes } from '@qingzhou/contract/agreements'
import type { Input } from '@qingzhou/contract/shape'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '#caller.ts'
import type { Services } from '#services.ts'
import { signedAgreement, signedAgreements } from './read-signed.ts'
import { sendByEmail } from './send-by-email.ts'
import type { DelayFacts, LoanFacts } from './template.ts'
import { agreementsForEvent, agreementsToConfirm } from './to-read.ts'

type Asked = Input<(typeof agreementsShapes)['toConfirm']>
type AskedDraw = NonNullable<Asked['draw']>
type AskedDelay = NonNullable<Asked['delay']>

/** Quotes the draw whose papers are asked for. Given from outside, as borrowing signs papers itself. */
export type QuoteFacts = (caller: SignedInCaller, draw: AskedDraw) => Promise<LoanFacts>
/** The same for a delay. */
export type QuoteDelayFacts = (caller: SignedInCaller, delay: AskedDelay) => Promise<DelayFacts>

export function agreementsHandlers(
  services: Services,
  quoted: { readonly draw: QuoteFacts; readonly delay: QuoteDelayFacts },
): Handlers<Callers>['agreements'] {
  return {
    forEvent: async (input) => ({ agreements: [...agreementsForEvent(input)] }),
    // No number of ours stands in the words, so what is shown before signing is what is kept.
    toConfirm: async ({ eventType, draw, delay: asked }, caller) => {
      const loan = draw && (await quoted.draw(caller, draw))
      const delay = asked && (await quoted.delay(caller, asked))
      const agreements = await agreementsToConfirm(services, caller, { eventType, loan, delay })
      return { agreements: [...agreements] }
    },
    signedList: (input, caller) => signedAgreements(services, caller.session.customer, input),
    signed: (input, caller) => signedAgreement(services, caller.session.customer, input),
    sendByEmail: (input, caller) => sendByEmail(services, caller.session.customer, input),
  }
}
