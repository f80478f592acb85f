import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { insertReferral } from './referral-store.ts'

/** Leaves an application to a person for some days; it stays under review meanwhile. */
export async function referApplication(
  tx: Transaction,
  { now, tasks }: Pick<Services, 'now' | 'tasks'>,
  { customer, applyNo }: { readonly customer: CustomerNo; readonly applyNo: string },
): Promise<void> {
  const at = now()
  const decideBy = minutesAfter(at, product.creditReview.waitDays * 24 * 60)
  await insertReferral(tx, { customer, applyNo, at, decideBy })
  const payload = { customer, applyNo }
  await tasks.add(tx, { kind: 'end-credit-review', payload, key: applyNo, runAt: decideBy })
}
