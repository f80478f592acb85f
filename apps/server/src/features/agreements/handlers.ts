import type { agreementsShapes } from '@qingzhou/contract/agreements'
import type { Input } from '@qingzhou/contract/shape'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { signedAgreement, signedAgreements } from './read-signed.ts'
import { sendByEmail } from './send-by-email.ts'
import type { DelayFacts, LoanFacts, PlanFacts, SecondFacts } from './template.ts'
import { agreementsForEvent, agreementsToConfirm } from './sign-agreements.ts'

type Asked = Input<(typeof agreementsShapes)['toConfirm']>
type AskedDraw = NonNullable<Asked['draw']>
type AskedDelay = NonNullable<Asked['delay']>
type AskedPlan = NonNullable<Asked['plan']>
type AskedSecond = NonNullable<Asked['second']>

/** Quotes the draw whose papers are asked for. Given from outside, as borrowing signs papers itself. */
export type QuoteFacts = (caller: SignedInCaller, draw: AskedDraw) => Promise<LoanFacts>
/** The same for a delay, for a new plan, and for a bill that is spread. */
export type QuoteDelayFacts = (caller: SignedInCaller, delay: AskedDelay) => Promise<DelayFacts>
export type QuotePlanFacts = (caller: SignedInCaller, plan: AskedPlan) => Promise<PlanFacts>
export type QuoteSecondFacts = (caller: SignedInCaller, second: AskedSecond) => Promise<SecondFacts>

export function agreementsHandlers(
  services: Services,
  quoted: {
    readonly draw: QuoteFacts
    readonly delay: QuoteDelayFacts
    readonly plan: QuotePlanFacts
    readonly second: QuoteSecondFacts
  },
): Handlers<Callers>['agreements'] {
  return {
    forEvent: async (input) => ({ agreements: [...agreementsForEvent(input)] }),
    // No number of ours stands in the words, so what is shown before signing is what is kept.
    toConfirm: async ({ eventType, ...asked }, caller) => {
      const agreements = await agreementsToConfirm(services, caller, {
        eventType,
        loan: asked.draw && (await quoted.draw(caller, asked.draw)),
        delay: asked.delay && (await quoted.delay(caller, asked.delay)),
        plan: asked.plan && (await quoted.plan(caller, asked.plan)),
        second: asked.second && (await quoted.second(caller, asked.second)),
      })
      return { agreements: [...agreements] }
    },
    signedList: (input, caller) => signedAgreements(services, caller.session.customer, input),
    signed: (input, caller) => signedAgreement(services, caller.session.customer, input),
    sendByEmail: (input, caller) => sendByEmail(services, caller.session.customer, input),
  }
}
