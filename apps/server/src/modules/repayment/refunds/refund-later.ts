import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import { noteStep } from '#modules/repayment/refund-store.ts'
import type { Services } from '#services.ts'

export type RefundKey = { readonly customer: CustomerNo; readonly refundNo: string }

type Means = Pick<Services, 'tasks' | 'now'>

/** More came in than was owed: it sets out at once. */
export async function refundOwed(tx: Transaction, means: Means, key: RefundKey): Promise<void> {
  await noteStep(tx, key, { state: 'owed', at: means.now() })
  await refundIn(tx, means, { ...key, seconds: 0 })
}

export async function refundIn(
  tx: Transaction,
  { tasks, now }: Means,
  { customer, refundNo, seconds }: RefundKey & { readonly seconds: number },
): Promise<void> {
  await tasks.add(tx, {
    kind: 'send-refund',
    payload: { customer, refundNo },
    key: `${customer}:${refundNo}`,
    runAt: new Date(now().getTime() + seconds * 1_000),
  })
}
