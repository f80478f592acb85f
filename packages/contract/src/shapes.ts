import { agreementsShapes } from './agreements.ts'
import type { Access, calls } from './calls.ts'
import { cardsShapes } from './cards.ts'
import { creditShapes } from './credit.ts'
import { identityShapes } from './identity.ts'
import { limitCancellationShapes } from './limit-cancellation.ts'
import { loansShapes } from './loans.ts'
import { mallShapes } from './mall.ts'
import { onboardingShapes } from './onboarding.ts'
import { profileShapes } from './profile.ts'
import { proofsShapes } from './proofs.ts'
import { rateCutsShapes } from './rate-cuts.ts'
import { referenceShapes } from './reference.ts'
import { repaymentShapes } from './repayment.ts'
import { restructureShapes } from './restructure.ts'
import { securityShapes } from './security.ts'
import { settlementShapes } from './settlement.ts'
import type { Input, Output, Shape } from './shape.ts'
import { staffShapes } from './staff.ts'
import { systemShapes } from './system.ts'
import { waiverShapes } from './waiver.ts'

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
  credit: creditShapes,
  loans: loansShapes,
  repayment: repaymentShapes,
  waiver: waiverShapes,
  'rate-cuts': rateCutsShapes,
  restructure: restructureShapes,
  agreements: agreementsShapes,
  settlement: settlementShapes,
  proofs: proofsShapes,
  'limit-cancellation': limitCancellationShapes,
  mall: mallShapes,
  staff: staffShapes,
  reference: referenceShapes,
  system: systemShapes,
} satisfies ShapesOfAll

type ShapesOfAll = { [F in keyof typeof calls]: Record<keyof (typeof calls)[F], Shape> }

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

type AccessOf<F extends keyof typeof calls, C> = C extends keyof (typeof calls)[F]
  ? (typeof calls)[F][C] extends { access: infer A extends Access }
    ? A
    : never
  : never
