import { agreementsShapes } from './features/agreements.ts'
import type { Access } from './calls.ts'
import type { allCalls } from './all-calls.ts'
import { bureauReportsShapes } from './features/bureau-reports.ts'
import { cardsShapes } from './features/cards.ts'
import { consoleProposalsShapes } from './features/console/proposals.ts'
import { consoleQueuesShapes } from './features/console/queues.ts'
import { consoleCustomersShapes } from './features/console/customers.ts'
import { consoleAccessShapes } from './features/console/access.ts'
import { creditShapes } from './features/credit.ts'
import { identityShapes } from './features/identity.ts'
import { limitCancellationShapes } from './features/limit-cancellation.ts'
import { loansShapes } from './features/loans.ts'
import { mallShapes } from './features/mall.ts'
import { messagesShapes } from './features/messages.ts'
import { onboardingShapes } from './features/onboarding.ts'
import { profileShapes } from './features/profile.ts'
import { dataCopiesShapes } from './features/data-copies.ts'
import { evidenceShapes } from './features/evidence.ts'
import { rateCutsShapes } from './features/repayment/rate-cuts.ts'
import { referenceShapes } from './features/reference.ts'
import { repaymentShapes } from './features/repayment/repayment.ts'
import { restructureShapes } from './features/restructure.ts'
import { securityShapes } from './features/security.ts'
import { settlementShapes } from './features/repayment/settlement.ts'
import type { Input, Output, Shape } from './wire/shape.ts'
import { staffShapes } from './features/staff.ts'
import { systemShapes } from './features/system.ts'
import { waiverShapes } from './features/repayment/waiver.ts'

/**
 * The shapes of every call. A call without a shape does not compile, nor does a shape without a
 * call.
 */
export const shapes = {
  onboarding: onboardingShapes,
  identity: identityShapes,
  cards: cardsShapes,
  profile: profileShapes,
  security: securityShapes,
  messages: messagesShapes,
  credit: creditShapes,
  loans: loansShapes,
  repayment: repaymentShapes,
  waiver: waiverShapes,
  'rate-cuts': rateCutsShapes,
  restructure: restructureShapes,
  agreements: agreementsShapes,
  settlement: settlementShapes,
  evidence: evidenceShapes,
  'limit-cancellation': limitCancellationShapes,
  'data-copies': dataCopiesShapes,
  'bureau-reports': bureauReportsShapes,
  mall: mallShapes,
  staff: staffShapes,
  'console-proposals': consoleProposalsShapes,
  'console-queues': consoleQueuesShapes,
  'console-customers': consoleCustomersShapes,
  'console-access': consoleAccessShapes,
  reference: referenceShapes,
  system: systemShapes,
} satisfies ShapesOfAll

type ShapesOfAll = { [F in keyof typeof allCalls]: Record<keyof (typeof allCalls)[F], Shape> }

/**
 * The handlers the server must provide: every call, and no others. The session type depends on the
 * call's access.
 */
export type Handlers<Callers extends Record<Access, unknown>> = {
  [F in keyof typeof shapes]: {
    [C in keyof (typeof shapes)[F]]: (typeof shapes)[F][C] extends infer S extends Shape
      ? (input: Input<S>, caller: Callers[AccessOf<F, C>]) => Promise<Output<S>>
      : never
  }
}

type AccessOf<F extends keyof typeof allCalls, C> = C extends keyof (typeof allCalls)[F]
  ? (typeof allCalls)[F][C] extends { access: infer A extends Access }
    ? A
    : never
  : never
