import type { RepaymentAim } from '@qingzhou/contract/features/payment-orders'
import { savePassedCheck } from '@qingzhou/server/features/onboarding/codes/passed-check-store.ts'
import type { Borrower } from './borrower.ts'
import { newNumber } from './new-number.ts'
import type { World } from './world.ts'

/**
 * Repays from the quote to the order at the bank or payment app; background tasks settle the order.
 */
export async function pay(world: World, borrower: Borrower, aim: RepaymentAim): Promise<void> {
  const { calls } = world
  const { caller } = borrower
  const { quoteId } = await calls.repayment.quote({ aim }, caller)
  await payBy(world, borrower, (deps) => calls.repayment.place({ ...deps, aim, quoteId }, caller))
}

/** The payment method and the repayment number. */
type Paying = {
  readonly repaySeqNo: string
  readonly payBy: 'card' | 'wallet'
  readonly cardId?: string
}

/** Places an order with `place` and pays it by card or payment app. */
export async function payBy(
  world: World,
  borrower: Borrower,
  place: (paying: Paying) => Promise<unknown>,
): Promise<void> {
  const { services, calls, chance, outside } = world
  const { caller, cardId, customer } = borrower
  const repaySeqNo = newNumber('repay')
  const by = chance.pick(['card', 'wallet'] as const)
  const paying = { repaySeqNo, payBy: by, ...(by === 'card' && { cardId }) }
  // Two concurrent requests, like a retry on a slow network.
  await Promise.all([1, 2].map(() => place(paying)))
  if (by === 'card') {
    const { session } = caller
    await savePassedCheck(services.database, services, { session, purpose: 'payment' })
    await calls.repayment.confirm({ repaySeqNo }, caller)
    return
  }
  await calls.repayment.createWalletOrder({ repaySeqNo }, caller)
  if (chance.happens(0.2)) return
  const [row] = await services.database.query<{ order_no: string }>(
    'SELECT order_no FROM repayments WHERE customer_no = $1 AND repay_seq_no = $2',
    [customer, repaySeqNo],
  )
  outside.decide(row?.order_no ?? '', chance.happens(0.85) ? 'done' : 'declined')
}
