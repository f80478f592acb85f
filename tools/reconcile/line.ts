import { yuan, type Money } from '@qingzhou/domain/money/money'

import type { OrderNote } from '@qingzhou/providers/records/order-note'
import type { DifferenceRecord } from '@qingzhou/server/features/reconciliation/index.ts'

const findings: Record<DifferenceRecord['finding'], string> = {
  'missing-with-us': 'they moved it, we have not booked it',
  'missing-with-them': 'we booked it, they do not have it',
  'other-amount': 'the amounts differ',
}

/** One difference as one line, readable and searchable. */
export function lineOf(difference: DifferenceRecord): string {
  const { day, provider, kind, orderNo, finding, ours, theirs } = difference
  const amounts = `ours ${amountText(ours)}, theirs ${amountText(theirs)}`
  return `${day} ${provider} ${kind} ${orderNo}: ${findings[finding]} (${amounts})`
}

function amountText(amount: Money | undefined): string {
  return amount === undefined ? '-' : yuan(amount)
}

/** What the provider answered about a transfer, and what its order has carried: numbers and terms. */
export function describeAnswer({ said }: DifferenceRecord, note: OrderNote | undefined): string {
  const answered = said === undefined ? '' : `; they say ${said}`
  if (!note) return answered
  const carried = Object.entries(note.order ?? {}).flatMap(([name, value]) =>
    fieldTexts(name, value),
  )
  return [answered, `; customer ${note.customer}`, ...carried.map((word) => `, ${word}`)].join('')
}

function fieldTexts(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string' || typeof value === 'bigint') return [`${name} ${value}`]
  if (typeof value !== 'object') return [`${name} ${JSON.stringify(value)}`]
  const parts = Object.entries(value).flatMap(([inner, one]) => fieldTexts(inner, one))
  return [`${name} (${parts.join(', ')})`]
}
