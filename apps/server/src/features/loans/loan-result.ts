import { mallProductNo } from '@qingzhou/domain/product'
import { ZERO } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import { findCard } from '#features/cards/index.ts'
import { findDraw, readLoans } from '#lending/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findLoanApplication } from './loan-application-store.ts'
import { proofsLeft } from './proofs-left.ts'
import { shownPlan } from './quoted.ts'

/** How far a draw has come; once its money is out, the loan it has become. */
export async function loanResult(
  services: Services,
  customer: CustomerNo,
  { loanSeqNo }: { readonly loanSeqNo: string },
) {
  const { database } = services
  const application = await findLoanApplication(database, { customer, loanSeqNo })
  if (!application) throw new Refused({ kind: 'draw-unknown' })
  const { state, cardId, reason, paidOn } = application
  const draw = await findDraw(database, { customer, drawNo: loanSeqNo })
  const card = await findCard(database, services, { customer, cardId })
  return {
    state,
    amount: draw?.amount ?? ZERO,
    instalment: draw?.months ?? 0,
    bankName: card?.bankName ?? '',
    lastFour: card?.lastFour ?? '',
    isPurchase: draw?.product === mallProductNo,
    verification: await proofsLeft(services, application),
    reason,
    paidOn,
    ...(state === 'paid' && draw && (await bookedAs(services, { customer, loanNo: draw.loanNo }))),
  }
}

async function bookedAs(
  { database }: Services,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
) {
  const loans = await readLoans(database, customer)
  const booked = loans.find((loan) => loan.loanNo === loanNo)
  return { loanNo, plan: booked && shownPlan(booked.loan) }
}
