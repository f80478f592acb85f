import { yuan, type Money } from '@qingzhou/domain/money/money'

import type { DifferenceRecord } from '@qingzhou/server/features/reconciliation/index.ts'

const findings: Record<DifferenceRecord['finding'], string> = {
  'missing-with-us': 'they moved it, we have not booked it',
  'missing-with-them': 'we booked it, they do not have it',
  'other-amount': 'the amounts differ',
}

/** One difference as one line, readable and searchable. */
export function lineOf(difference: DifferenceRecord): string {
  const { day, provider, kind, orderNo, finding, ours, theirs } = difference
  const amounts = `ours ${shown(ours)}, theirs ${shown(theirs)}`
  return `${day} ${provider} ${kind} ${orderNo}: ${findings[finding]} (${amounts})`
}

function shown(amount: Money | undefined): string {
  return amount === undefined ? '-' : yuan(amount)
}
