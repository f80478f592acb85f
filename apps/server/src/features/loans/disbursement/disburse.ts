import { mallProductNo } from '@qingzhou/domain/product'
import { findCard, holderOfCard } from '#features/cards/index.ts'
import type { DrawRecord } from '@qingzhou/lending/index'
import { findDraw } from '@qingzhou/lending/index'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { Task } from '@qingzhou/platform/tasks/tasks'
import type { TransferAnswer, TransferOrder } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { LoanApplication, LoanKey } from '#features/loans/loan-application-store.ts'
import { findLoanApplication, markOrdered } from '#features/loans/loan-application-store.ts'
import { settleDisbursement } from './settle-disbursement.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 10 * 60_000

type Deps = Pick<Services, 'tasks' | 'now'>

/** Enqueues the disbursement, to run after the commit. */
export async function enqueueDisbursement(
  tx: Transaction,
  { tasks }: Deps,
  key: LoanKey,
): Promise<void> {
  await tasks.add(tx, taskOf(key))
}

/** Polls until the result is known, without limit; less often the longer the bank takes. */
async function retryDisbursementLater(
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

function taskOf({ customer, drawNo }: LoanKey): Task<'disburse'> {
  return { kind: 'disburse', payload: { customer, drawNo }, key: drawNo }
}

/**
 * Advances a disbursement by one step: sends the order, or asks for its result. It can be killed at
 * any point and run again: the order number is fixed, and once the order may have been sent, the
 * bank is asked before it is sent again.
 */
export async function disburse(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
  key: LoanKey,
): Promise<void> {
  const application = await findLoanApplication(services.database, key)
  if (application?.state !== 'processing') return
  const draw = await findDraw(services.database, {
    customer: key.customer,
    drawNo: key.drawNo,
  })
  if (!draw) return

  const answer = await askOrOrder(services, application, draw)
  if (answer.state === 'done' || answer.state === 'declined') {
    return settleDisbursement(services, key, answer)
  }
  await services.database.inTransaction((tx) => retryDisbursementLater(tx, services, application))
}

async function askOrOrder(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log'>,
  application: LoanApplication,
  draw: DrawRecord,
): Promise<TransferAnswer> {
  try {
    if (application.orderedAt !== undefined) {
      const answer = await pollDisbursement(services, draw)
      if (answer.state !== 'unknown') return answer
    }
    return await orderDisbursement(services, application, draw)
  } catch (cause) {
    services.log.warn('bank.disbursement-unknown', { reason: faultIn(cause) })
    return { state: 'unknown' }
  }
}

export async function pollDisbursement(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  { loanNo, amount }: DrawRecord,
): Promise<TransferAnswer> {
  return providers.bank.transferState({ ...(await readWireOrder(database, loanNo)), amount })
}

async function orderDisbursement(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers'>,
  application: LoanApplication,
  draw: DrawRecord,
): Promise<TransferAnswer> {
  const { loanNo, amount } = draw
  const payee = await payeeOf(services, application, draw)
  // Nothing was ordered under this number, and without a card nothing can be.
  if (!payee) return { state: 'declined', reason: '收款卡已失效，请换一张卡' }
  const isRunning = await markOrdered(services.database, application, services.now())
  if (!isRunning) return { state: 'unknown' }
  const wire = await readWireOrder(services.database, loanNo)
  return services.providers.bank.transfer({ ...wire, kind: 'disbursement', ...payee, amount })
}

/** The payee's account: the borrower's card, or the mall for a purchase. */
async function payeeOf(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers'>,
  { customer, cardId }: LoanApplication,
  draw: DrawRecord,
): Promise<Pick<TransferOrder, 'cardToken' | 'holder'> | undefined> {
  if (draw.product === mallProductNo) return { cardToken: await services.providers.mall.account() }
  const card = await findCard(services.database, services, { customer, cardId })
  if (!card) return undefined
  const holder = await holderOfCard(services.database, services, { customer, cardId })
  return { cardToken: card.token, holder }
}
