import type { agreementsShapes } from '@qingzhou/contract/features/agreements'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { signedAgreement, signedAgreements } from './read-signed.ts'
import { sendByEmail } from './send-by-email.ts'
import type {
  DeferralFacts,
  ForbearanceFacts,
  LoanFacts,
  ConsolidationPlanFacts,
  BillConversionFacts,
  CardFacts,
} from './template.ts'
import { agreementsForEvent, agreementsToConfirm, confirmRead } from './sign-agreements.ts'

type ToConfirmInput = Input<(typeof agreementsShapes)['toConfirm']>
type AskedDraw = NonNullable<ToConfirmInput['draw']>
type DeferralInput = NonNullable<ToConfirmInput['deferral']>
type ForbearanceInput = NonNullable<ToConfirmInput['forbearance']>
type ConsolidationPlanInput = NonNullable<ToConfirmInput['plan']>
type BillConversionInput = NonNullable<ToConfirmInput['billConversion']>
type CardInput = NonNullable<ToConfirmInput['card']>

/**
 * Quotes the draw whose agreements are shown. Injected, because the loans feature itself imports
 * this one.
 */
export type QuoteFacts = (caller: SignedInCaller, draw: AskedDraw) => Promise<LoanFacts>
/** The same for a deferral, a forbearance, a consolidation plan, a bill conversion and a card. */
export type QuoteDeferralFacts = (
  caller: SignedInCaller,
  deferral: DeferralInput,
) => Promise<DeferralFacts>
export type QuoteForbearanceFacts = (
  caller: SignedInCaller,
  forbearance: ForbearanceInput,
) => Promise<ForbearanceFacts>
export type QuoteConsolidationPlanFacts = (
  caller: SignedInCaller,
  plan: ConsolidationPlanInput,
) => Promise<ConsolidationPlanFacts>
export type QuoteBillConversionFacts = (
  caller: SignedInCaller,
  billConversion: BillConversionInput,
) => Promise<BillConversionFacts>

export type QuoteCardFacts = (caller: SignedInCaller, card: CardInput) => Promise<CardFacts>

export function agreementsHandlers(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today'>,
  quoted: {
    readonly draw: QuoteFacts
    readonly deferral: QuoteDeferralFacts
    readonly forbearance: QuoteForbearanceFacts
    readonly plan: QuoteConsolidationPlanFacts
    readonly billConversion: QuoteBillConversionFacts
    readonly card: QuoteCardFacts
  },
): Handlers<Callers>['agreements'] {
  return {
    forEvent: async (input) => ({ agreements: [...agreementsForEvent(input)] }),
    // The texts contain no number of ours, so the stored text is equal to the text shown before
    // signing.
    toConfirm: async (request, caller) => {
      const { eventType, hasFund, channelCode, prodSubNo, businessNo } = request
      const agreements = await agreementsToConfirm(services, caller, {
        eventType,
        hasFund,
        channelCode,
        prodSubNo,
        businessNo,
        loan: request.draw && (await quoted.draw(caller, request.draw)),
        deferral: request.deferral && (await quoted.deferral(caller, request.deferral)),
        forbearance: request.forbearance && (await quoted.forbearance(caller, request.forbearance)),
        plan: request.plan && (await quoted.plan(caller, request.plan)),
        billConversion:
          request.billConversion && (await quoted.billConversion(caller, request.billConversion)),
        card: request.card && (await quoted.card(caller, request.card)),
      })
      return { agreements: [...agreements] }
    },
    confirmRead: (input, caller) => confirmRead(services, caller, input),
    signedList: (input, caller) => signedAgreements(services, caller.session.customer, input),
    signed: (input, caller) => signedAgreement(services, caller.session.customer, input),
    sendByEmail: (input, caller) => sendByEmail(services, caller.session.customer, input),
  }
}
