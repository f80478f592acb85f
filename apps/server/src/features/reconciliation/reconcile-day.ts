import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { Transaction } from '#platform/database/database.ts'
import type { PayProvider } from '#platform/moved-transfer-store.ts'
import { payProviders } from '#platform/moved-transfer-store.ts'
import type { Services } from '#platform/services.ts'
import type { BankTransfer } from '#providers/bank/port.ts'
import {
  amountsOrdered,
  bookedOn,
  daysWithDifferences,
  markCompared,
  saveDifferences,
} from './difference-store.ts'

export type Deps = Pick<Services, 'database' | 'providers' | 'now' | 'today' | 'log'>

/**
 * Compares a day that has ended with what the bank and the apps say of it, and once more every day on
 * which something was left open: what was under way then has come to its end since.
 */
export async function reconcileDay(deps: Deps, ended: LocalDate): Promise<void> {
  // Books that a test clock has moved ahead end days that no bank has had: theirs is still today.
  const today = deps.today()
  const day = ended < today ? ended : today
  const open = await daysWithDifferences(deps.database)
  for (const one of new Set([day, ...open])) await compareDay(deps, one)
}

async function compareDay(deps: Deps, day: LocalDate): Promise<void> {
  const { database, providers, now } = deps
  // All files are read before anything is kept: a provider that is away leaves the day as it was.
  const files: Record<PayProvider, readonly BankTransfer[]> = {
    bank: await providers.bank.dayFile(day),
    wallet: await providers.wallet.dayFile(day),
    messenger: await providers.messenger.dayFile(day),
  }
  const found = await database.inTransaction(async (tx) => {
    const counts = []
    for (const provider of payProviders) {
      counts.push(await compareFile(tx, { provider, day, theirs: files[provider], now: now() }))
    }
    const transfers = payProviders.reduce((sum, provider) => sum + files[provider].length, 0)
    await markCompared(tx, day, { transfers, now: now() })
    return counts.reduce((sum, count) => sum + count, 0)
  })
  if (found > 0) deps.log.error('reconciliation.differences', { day, found })
}

async function compareFile(
  tx: Transaction,
  file: {
    readonly provider: PayProvider
    readonly day: LocalDate
    readonly theirs: readonly BankTransfer[]
    readonly now: Date
  },
): Promise<number> {
  const { theirs, now } = file
  const booked = await bookedOn(tx, file)
  const bookedNos = new Set(booked.map(({ orderNo }) => orderNo))
  const unbooked = theirs.map(({ orderNo }) => orderNo).filter((no) => !bookedNos.has(no))
  const ordered = await amountsOrdered(tx, unbooked)
  const differences = compare({ theirs, booked, ordered })
  await saveDifferences(tx, file, { differences, now })
  return differences.length
}

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
