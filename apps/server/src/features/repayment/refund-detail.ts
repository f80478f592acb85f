import type { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Output } from '@qingzhou/contract/shape'
import type { CustomerNo } from '#platform/customer-no.ts'
import { readCards } from '#features/cards/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findRefund } from './refund-store.ts'

type RefundAnswer = Output<(typeof repaymentShapes)['refund']>

/** One refund of what was paid too much, and how far it has come. */
export async function refundDetail(
  services: Services,
  customer: CustomerNo,
  { refundNo }: { readonly refundNo: string },
): Promise<RefundAnswer> {
  const { database } = services
  const refund = await findRefund(database, { customer, refundNo })
  if (!refund) throw new Refused({ kind: 'refund-unknown' })
  const cards = await readCards(database, services, customer)
  const card = cards.find(({ cardId }) => cardId === refund.cardId)
  const { amount, state, owedSince, steps } = refund
  return {
    refundNo,
    amount,
    state,
    owedSince,
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    timeline: steps.map(({ state: reached, at }) => ({ state: reached, at: at.getTime() })),
  }
}
