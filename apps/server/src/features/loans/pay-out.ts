import { mallProductNo } from '@qingzhou/domain/product'
import type { DrawRecord } from '#lending/index.ts'
import { findDraw } from '#lending/index.ts'
import { findCard } from '#features/cards/index.ts'
import type { TransferAnswer } from '#providers/bank/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import type { Services } from '#platform/services.ts'
import {
  findLoanApplication,
  markOrdered,
  type LoanApplication,
  type LoanKey,
} from './loan-application-store.ts'
import { payOutLater } from './pay-out-later.ts'
import { settlePayout } from './settle-payout.ts'

/**
 * Carries a payout one step further: orders it, or asks what became of the order. It may be cut off
 * anywhere and run again: the order has one number for ever, and once it may have been sent, the bank
 * is asked before it is sent again.
 */
export async function payOut(services: Services, key: LoanKey): Promise<void> {
  const application = await findLoanApplication(services.database, key)
  if (application?.state !== 'processing') return
  const draw = await findDraw(services.database, {
    customer: key.customer,
    drawNo: key.loanSeqNo,
  })
  if (!draw) return

  const answer = await askOrOrder(services, application, draw)
  if (answer.state === 'done' || answer.state === 'declined') {
    return settlePayout(services, key, answer)
  }
  await services.database.inTransaction((tx) => payOutLater(tx, services, application))
}

async function askOrOrder(
  services: Services,
  application: LoanApplication,
  draw: DrawRecord,
): Promise<TransferAnswer> {
  try {
    if (application.orderedAt !== undefined) {
      const answer = await askPayout(services, draw)
      if (answer.state !== 'unknown') return answer
    }
    return await orderPayout(services, application, draw)
  } catch (cause) {
    services.log.warn('bank.payout-unknown', { reason: faultIn(cause) })
    return { state: 'unknown' }
  }
}

export async function askPayout(
  { providers }: Services,
  { loanNo, amount }: DrawRecord,
): Promise<TransferAnswer> {
  return providers.bank.transferState({ orderNo: loanNo, amount })
}

async function orderPayout(
  services: Services,
  application: LoanApplication,
  draw: DrawRecord,
): Promise<TransferAnswer> {
  const { loanNo, amount } = draw
  const cardToken = await payeeOf(services, application, draw)
  // Nothing was ordered under this number, and without a card nothing will be.
  if (cardToken === undefined) return { state: 'declined', reason: '收款卡已失效，请换一张卡' }
  await markOrdered(services.database, application, services.now())
  const order = { orderNo: loanNo, kind: 'payout', cardToken, amount } as const
  return services.providers.bank.transfer(order)
}

/** The borrower's own card; what was bought is paid to the mall. */
async function payeeOf(
  services: Services,
  { customer, cardId }: LoanApplication,
  draw: DrawRecord,
): Promise<string | undefined> {
  if (draw.product === mallProductNo) return services.providers.mall.account
  return (await findCard(services.database, services, { customer, cardId }))?.token
}
