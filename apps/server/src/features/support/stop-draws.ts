import { stopDraw } from '#features/loans/index.ts'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'

/**
 * Freezes a limit and stops the draw in progress, unless its money is ordered already. A draw is
 * locked before the books, as by every other step of it; one that was begun meanwhile is found after
 * the books are frozen.
 */
export async function stopDraws<Frozen>(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  customer: CustomerNo,
  freeze: () => Promise<Frozen>,
): Promise<{ readonly frozen: Frozen; readonly words: string }> {
  const before = await stopDraw(tx, services, customer)
  const frozen = await freeze()
  const after = await stopDraw(tx, services, customer)
  const stopped = before.stopped ?? after.stopped
  const words = [
    ...(stopped === undefined ? [] : [`stopped=${stopped}`]),
    ...(after.ordered === undefined ? [] : [`ordered=${after.ordered}`]),
  ]
  return { frozen, words: words.map((word) => ` ${word}`).join('') }
}
