import type { Money } from '@qingzhou/domain/money/money'
import type { BankTransfer } from '#providers/bank/port.ts'

export type Finding = 'missing-with-us' | 'missing-with-them' | 'other-amount'

/** One transfer on which a day file and our books do not agree. */
export type Difference = Pick<BankTransfer, 'orderNo' | 'kind'> & {
  readonly finding: Finding
  readonly ours: Money | undefined
  readonly theirs: Money | undefined
}

/**
 * Holds a day file against what we booked for that day. An order of ours that we did not book, be it
 * that it failed or is still under way, is money that moved all the same, and is missing with us.
 */
export function compare(books: {
  readonly theirs: readonly BankTransfer[]
  readonly booked: readonly BankTransfer[]
  /** What orders of ours were for, booked or not. */
  readonly ordered: ReadonlyMap<string, Money>
}): Difference[] {
  const { theirs, booked, ordered } = books
  const bookedAmounts = new Map(booked.map(({ orderNo, amount }) => [orderNo, amount]))
  const listed = new Set(theirs.map(({ orderNo }) => orderNo))
  const theirFindings = theirs.flatMap(({ orderNo, kind, amount }): Difference[] => {
    const known = bookedAmounts.get(orderNo)
    if (known === amount) return []
    const ours = known ?? ordered.get(orderNo)
    const isOther = ours !== undefined && ours !== amount
    const finding = isOther ? 'other-amount' : 'missing-with-us'
    return [{ orderNo, kind, finding, ours, theirs: amount }]
  })
  const ourFindings = booked
    .filter(({ orderNo }) => !listed.has(orderNo))
    .map(({ orderNo, kind, amount }): Difference => {
      return { orderNo, kind, finding: 'missing-with-them', ours: amount, theirs: undefined }
    })
  return [...theirFindings, ...ourFindings]
}
