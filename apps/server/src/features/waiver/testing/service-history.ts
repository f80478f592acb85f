import { addDays } from '@qingzhou/domain/calendar/local-date'
import { templatesFor } from '#features/agreements/templates/templates.ts'
import {
  cutRate,
  lapseOffers,
  offerWaiver,
  readOffers,
  grantForbearanceOnLoan,
} from '@qingzhou/lending/index'
import { killAfter } from '#features/loans/testing/killed.ts'
import { insertSigningCode } from '#features/onboarding/testing/signing-code.ts'
import { deferRepayment } from '#features/repayment/deferral/defer-repayment.ts'
import { quoteDeferral } from '#features/repayment/deferral/quote-deferral.ts'
import { loanOf, readBills } from '#features/repayment/read-bills.ts'
import {
  confirm,
  isExpected,
  take,
  type Command,
  type History,
} from '#features/repayment/testing/payment-history.ts'
import { newOrderRequestNo } from '#features/repayment/testing/payer.ts'
import { payWaiver, waiverOffers } from '#features/waiver/handlers.ts'
import type { Services } from '#services.ts'

/** An act of the lender or the borrower on a debt. `which` selects among the candidates. */
export type ServiceAct = {
  readonly kind:
    | 'offer'
    | 'pay-waiver'
    | 'look'
    | 'lapse'
    | 'delay'
    | 'cut'
    | 'forbear'
    /** Moves the books to the next day while the other operations run. */
    | 'midnight'
  readonly which: number
  readonly killedAt: number | undefined
}

export type ServiceCommand =
  | Command
  | { readonly type: 'services'; readonly acts: readonly ServiceAct[] }

/** Executes the acts of a command concurrently. Refusals and kills are expected. */
export async function takeService(history: History, command: ServiceCommand): Promise<void> {
  if (command.type !== 'services') return take(history, command)
  const ends = await Promise.allSettled(command.acts.map((act) => happen(history, act)))
  for (const end of ends) {
    if (end.status === 'rejected' && !isExpected(end.reason)) throw end.reason
  }
  // Refresh the list of orders for later events.
  await take(history, { type: 'events', events: [] })
}

async function happen(history: History, { kind, which, killedAt }: ServiceAct): Promise<void> {
  const { services: immortal, moveTo } = history.world
  const { customer } = history.borrower
  const services =
    killedAt === undefined
      ? immortal
      : { ...immortal, database: killAfter(killedAt, immortal.database) }
  const today = await immortal.businessDate()
  const loanNo = history.loanNos[which % 2] ?? ''
  const act = { customer, requestNo: newOrderRequestNo(), actor: 'lender' }
  switch (kind) {
    case 'offer':
      return void (await offerWaiver(services, act, {
        loanNo,
        penaltySharePpm: BigInt(which % 5) * 250_000n,
        interestSharePpm: BigInt(which % 3) * 300_000n,
        lastDay: addDays(today, which % 4),
      }))
    case 'pay-waiver':
      return pay(history, services, which)
    case 'look':
      return void (await waiverOffers(services, customer))
    case 'lapse':
      return lapseOffers(services.database, today)
    case 'delay':
      return deferral(history, services, { loanNo, which })
    case 'cut': {
      const annualRatePpm = 140_000n - BigInt(which) * 500n
      const from = addDays(today, 1 - (which % 3))
      return void (await cutRate(services, act, { loanNo, annualRatePpm, from }))
    }
    case 'forbear':
      return void (await grantForbearanceOnLoan(services, act, { loanNo, days: 1 + (which % 90) }))
    case 'midnight':
      return moveTo(addDays(today, 1))
  }
}

async function pay(history: History, services: Services, which: number): Promise<void> {
  const { caller, customer, cardId } = history.borrower
  const offers = await readOffers(services.database, customer)
  const offer = offers[which % Math.max(1, offers.length)]
  if (!offer) return
  const { offerNo } = offer
  const card = which % 5 < 2 ? ({ payBy: 'card', cardId } as const) : ({ payBy: 'wallet' } as const)
  const placing = { requestNo: newOrderRequestNo(), offerNo, ...card }
  // A client with a bad connection places it twice.
  await Promise.all([1, 2].map(() => payWaiver(services, caller, placing)))
  await confirm(history, services, placing.requestNo)
}

async function deferral(
  history: History,
  services: Services,
  { loanNo, which }: { readonly loanNo: string; readonly which: number },
): Promise<void> {
  const { caller, customer } = history.borrower
  const days = 1 + (which % 30)
  const bills = await readBills(services, customer)
  const { quoteId } = quoteDeferral(loanOf(bills, loanNo), { customer, days, today: bills.today })
  const agreed = templatesFor('0401', { isUnionLoan: false }).map(({ code, version }) => ({
    code,
    version,
  }))
  const dynamicCode = await insertSigningCode(history.world.services, caller)
  const request = { requestNo: newOrderRequestNo(), loanNo, days, quoteId, agreed, dynamicCode }
  await Promise.all([1, 2].map(() => deferRepayment(services, caller, request)))
}
