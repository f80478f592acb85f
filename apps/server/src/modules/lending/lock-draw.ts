import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import { Refused } from '#refused.ts'
import { lockDraw as lock, type KeptDraw } from './draw-store.ts'
import { isNumber } from './numbers.ts'

/** Another customer's draw is as unknown as one that never was. */
export async function lockDraw(
  tx: Transaction,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<KeptDraw> {
  const draw = isNumber(drawNo) ? await lock(tx, { customer, drawNo }) : undefined
  if (!draw) throw new Refused({ kind: 'draw-unknown' })
  return draw
}
