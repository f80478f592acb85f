import type { App, Callers } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { findDraw } from '@qingzhou/lending/index'
import { applicationsIn } from './loan-application-store.ts'
import type { Handlers } from '@qingzhou/contract/shapes'
import { boundCardOf, readCards } from '#features/cards/index.ts'
import type { Services } from '#services.ts'
import { applyForLoan } from './apply-for-loan.ts'
import { drawChoices, drawRate } from './quote/choices.ts'
import { couponsFor, ownCoupons } from './quote/coupons.ts'
import { executeLoan, loanResult } from './execute-loan.ts'
import { cancelDraw, loanStep } from './open-draw.ts'
import { quoteDrawFor, quoteDrawForMiniProgram } from './quote/quote-draw-for.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { endUnverifiedDraw } from './disbursement/end-unverified-draw.ts'
import { disburse } from './disbursement/disburse.ts'

/** The loans that a customer applied for in one app. */
export async function loansAppliedForIn(
  db: Queryable,
  { customer, app }: { readonly customer: CustomerNo; readonly app: App },
): Promise<ReadonlySet<string>> {
  const applied = await applicationsIn(db, { customer, app })
  const draws = await Promise.all(applied.map((drawNo) => findDraw(db, { customer, drawNo })))
  return new Set(draws.flatMap((draw) => (draw ? [draw.loanNo] : [])))
}

export function loansHandlers(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'serviceFees' | 'today' | 'businessDate'
  >,
): Handlers<Callers>['loans'] {
  return {
    currentStep: ({ drawNo }, caller) => loanStep(services, caller, { drawNo }),
    choices: (_, { session }) => drawChoices(services, session.customer),
    rate: (_, { session }) => drawRate(services, session.customer),
    coupons: (input, { session }) => couponsFor(services, session.customer, input),
    ownCoupons: (_, { session }) => ownCoupons(services, session.customer),
    payoutCards: async (_, { session }) => {
      const cards = await readCards(services.database, services, session.customer)
      return { cards: cards.map(boundCardOf) }
    },
    quote: (input, { session }) => quoteDrawFor(services, session.customer, input),
    quoteForChannel: (input, caller) => quoteDrawForMiniProgram(services, caller, input),
    apply: async (input, caller) => {
      const { drawNo, verification } = await applyForLoan(services, caller, input)
      return { drawNo, verification }
    },
    execute: ({ drawNo }, caller) => executeLoan(services, caller, { drawNo }),
    cancel: ({ drawNo }, caller) => cancelDraw(services, caller, { drawNo }),
    result: ({ drawNo }, { session }) => loanResult(services, session.customer, { drawNo }),
  }
}

export function loanTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
): TaskHandlers<'disburse' | 'end-unverified-draw'> {
  return {
    disburse: ({ customer, drawNo }) =>
      disburse(services, { customer: customerNo(customer), drawNo }),
    'end-unverified-draw': ({ customer, drawNo }) =>
      endUnverifiedDraw(services, { customer: customerNo(customer), drawNo }),
  }
}
