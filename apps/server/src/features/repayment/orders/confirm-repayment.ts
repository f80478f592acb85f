import type { SignedInCaller } from '@qingzhou/platform/caller'
import { lockDebitAgreement } from '#features/cards/index.ts'
import type { Transaction } from '@qingzhou/platform/database/database'
import { checkPurposeCode, takePassedCheck } from '#features/onboarding/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { startOrder } from './start-order.ts'
import {
  findOrder,
  listOrderLines,
  loansBeingPaid,
  lockOrder,
  type Order,
  type OrderState,
} from './order-store.ts'

/**
 * Starts an order after the borrower's confirmation. The instruction to the bank is stored here and
 * sent by a task; a repeated call returns the state.
 */
export async function confirmRepayment(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now'>,
  caller: SignedInCaller,
  {
    requestNo,
    dynamicCode,
  }: { readonly requestNo: string; readonly dynamicCode?: string | undefined },
): Promise<{ state: OrderState }> {
  const { customer } = caller.session
  const found = await findOrder(services.database, { customer, requestNo })
  // Return the same error for another customer's order as for a missing one.
  if (!found) throw new Refused({ kind: 'payment-unknown' })
  if (found.state !== 'confirming') return { state: found.state }
  if (dynamicCode !== undefined) {
    await requireFreeLoans(services, found)
    await checkPurposeCode(services, caller, { purpose: 'payment', dynamicCode })
  }
  return services.database.inTransaction(async (tx) => {
    const order = await lockOrder(tx, { customer, requestNo })
    if (!order) throw new Refused({ kind: 'payment-unknown' })
    if (order.state !== 'confirming') return { state: order.state }
    await consumeVerification(tx, services, { caller, order })
    const isRunning = await startOrder(tx, services, order)
    return { state: isRunning ? ('processing' as const) : ('closed' as const) }
  })
}

/** Before the code is used up: an order of loans with a payment in progress cannot run. */
async function requireFreeLoans(
  { database }: Pick<Services, 'database'>,
  order: Order,
): Promise<void> {
  const [lines, paying] = await Promise.all([
    listOrderLines(database, order),
    loansBeingPaid(database, order.customer),
  ])
  if (lines.some(({ loanNo }) => paying.has(loanNo))) throw new Refused({ kind: 'payment-running' })
}

async function consumeVerification(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  { caller, order }: { caller: SignedInCaller; order: Order },
): Promise<void> {
  const { customer, payBy, cardId } = order
  if (payBy !== 'card' || cardId === undefined) {
    throw new Refused({ kind: 'payment-method-unavailable' })
  }
  if (await lockDebitAgreement(tx, { customer, cardId })) return
  const isVerified = await takePassedCheck(tx, services, {
    session: caller.session,
    purpose: 'payment',
  })
  if (!isVerified) throw new Refused({ kind: 'verification-needed' })
}
