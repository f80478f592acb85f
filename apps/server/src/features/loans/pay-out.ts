import { mallProductNo } from '@qingzhou/domain/product'
import { findCard } from '#features/cards/index.ts'
import type { DrawRecord } from '#lending/index.ts'
import { findDraw } from '#lending/index.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { Task } from '#platform/tasks/tasks.ts'
import type { TransferAnswer } from '#providers/bank/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import type { LoanApplication, LoanKey } from './loan-application-store.ts'
import { findLoanApplication, markOrdered } from './loan-application-store.ts'
import { settlePayout } from './settle-payout.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 10 * 60_000

type Deps = Pick<Services, 'tasks' | 'now'>

/** As soon as what it belongs to is committed. */
export async function payOutSoon(tx: Transaction, { tasks }: Deps, key: LoanKey): Promise<void> {
  await tasks.add(tx, taskOf(key))
}

/** Asked until it is known, and never given up; the longer a bank takes, the less often. */
async function payOutLater(
  tx: Transaction,
  { tasks, now }: Deps,
  application: LoanApplication,
): Promise<void> {
  const since = application.executedAt ?? application.appliedAt
  const ageMs = now().getTime() - since.getTime()
  const waitMs = Math.min(Math.max(ageMs / 2, SOONEST_MS), LATEST_MS)
  const runAt = new Date(now().getTime() + waitMs)
  await tasks.add(tx, { ...taskOf(application), runAt })
}

function taskOf({ customer, loanSeqNo }: LoanKey): Task<'pay-out'> {
  return { kind: 'pay-out', payload: { customer, loanSeqNo }, key: loanSeqNo }
}

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
