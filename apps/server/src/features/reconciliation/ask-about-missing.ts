import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { NotedRefund } from '#features/repayment/index.ts'
import { openNote } from '@qingzhou/providers/records/order-note'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { Services } from '#services.ts'
import type { TransferAnswer } from '@qingzhou/providers/bank/port'
import type { WireOrder } from '@qingzhou/providers/wire-order'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { readDifferences, saveSaid, type DifferenceRecord } from './difference-store.ts'

type Deps = Pick<Services, 'database' | 'providers' | 'vault' | 'log'>

/**
 * Asks the providers about each transfer of a day that they have and the books do not. What they
 * say is saved for the members of staff who book it.
 */
export async function askAboutMissing(deps: Deps, day: LocalDate): Promise<void> {
  const differences = await readDifferences(deps.database, day)
  for (const difference of differences.filter(({ finding }) => finding === 'missing-with-us')) {
    // An order that is known here has its note here, also if the provider does not return it.
    const own = await readWireOrder(deps.database, difference.orderNo)
    const isKnown = own.orderedAt.getTime() > 0
    const orderedAt = isKnown ? own.orderedAt : (difference.orderedAt ?? own.orderedAt)
    const answer = await askOrFault(deps, difference, { ...own, orderedAt })
    if (!answer) continue
    const note = (answer.state === 'done' ? answer.note : undefined) ?? own.note
    await saveSaid(deps.database, difference, { said: answer.state, note })
  }
}

async function askOrFault(
  deps: Deps,
  difference: DifferenceRecord,
  own: WireOrder,
): Promise<TransferAnswer | { readonly state: 'fault' } | undefined> {
  try {
    return await askProvider(deps, difference, own)
  } catch (cause) {
    deps.log.warn('reconciliation.transfer-not-asked', { reason: faultIn(cause) })
    return { state: 'fault' }
  }
}

/** Undefined for a transfer that is not an order of ours. */
async function askProvider(
  { providers, vault }: Deps,
  { provider, kind, wireNo, note: carried, theirs: amount }: DifferenceRecord,
  { orderedAt, note = carried }: WireOrder,
): Promise<TransferAnswer | undefined> {
  if (wireNo === undefined || amount === undefined) return undefined
  if (kind === 'return' || kind === 'reversal') return undefined
  const order = { wireNo, orderedAt, amount }
  if (provider === 'bank') return providers.bank.transferState(order)
  if (kind !== 'refund') return providers[provider].payment(order)
  // An app is asked for a refund by its payment, which only the note names.
  const noted = note === undefined ? undefined : openNote({ vault }, { wireNo, note })
  const { paid } = (noted?.order ?? {}) as Partial<NotedRefund>
  return paid && providers[provider].refundState({ ...order, original: { ...paid, orderedAt } })
}
