import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { recordRefundStep } from '#features/repayment/refund-store.ts'
import type { Services } from '#platform/services.ts'

export type RefundKey = { readonly customer: CustomerNo; readonly refundNo: string }

type Deps = Pick<Services, 'tasks' | 'now'>

/** Records an overpayment as to be refunded and enqueues the refund at once. */
export async function recordRefundDue(tx: Transaction, deps: Deps, key: RefundKey): Promise<void> {
  await recordRefundStep(tx, key, { state: 'owed', at: deps.now() })
  await enqueueRefund(tx, deps, { ...key, seconds: 0 })
}

export async function enqueueRefund(
  tx: Transaction,
  { tasks, now }: Deps,
  { customer, refundNo, seconds }: RefundKey & { readonly seconds: number },
): Promise<void> {
  await tasks.add(tx, {
    kind: 'send-refund',
    payload: { customer, refundNo },
    key: `${customer}:${refundNo}`,
    runAt: new Date(now().getTime() + seconds * 1_000),
  })
}
