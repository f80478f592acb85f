import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { add, type Money } from '@qingzhou/domain/money/money'
import type { Transaction, Database } from '@qingzhou/platform/database/database'
import { payProviders, type PayProvider } from '@qingzhou/providers/records/bank-order-store'
import type { Services } from '#services.ts'
import { readOrderNos } from '@qingzhou/providers/records/wire-order-store'
import type { BankTransfer } from '@qingzhou/providers/bank/port'
import {
  amountsOrdered,
  listBookedTransfers,
  daysWithDifferences,
  markCompared,
  saveDifferences,
} from './difference-store.ts'
import { askAboutMissing } from './ask-about-missing.ts'
import { handleReversal, reversalNoOf } from '#features/repayment/index.ts'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { createTasks } from '@qingzhou/platform/tasks/tasks'

type Deps = Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log'>

/** A transfer under our order number. Those of a day file have that of the provider, too. */
export type Transfer = Omit<BankTransfer, 'wireNo'> & {
  readonly orderNo: string
  readonly wireNo?: string | undefined
}

/**
 * Reconciles an ended day with the files of the bank and the apps, and again every day with open
 * differences: orders in progress then may have ended since.
 */
export async function reconcileDay(
  deps: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
  ended: LocalDate,
): Promise<void> {
  // A test clock can move the business date ahead of the providers: their latest day is today.
  const today = deps.today()
  const day = ended < today ? ended : today
  const open = await daysWithDifferences(deps.database)
  await compareDay(deps, day)
  for (const one of open.filter((earlier) => earlier !== day)) await compareAgain(deps, one)
}

/** A provider may no longer have the file of an earlier day: its differences stay as they are. */
async function compareAgain(deps: Deps, day: LocalDate): Promise<void> {
  try {
    await compareDay(deps, day)
  } catch (cause) {
    deps.log.warn('reconciliation.day-not-compared-again', { day, reason: faultIn(cause) })
  }
}

async function compareDay(deps: Deps, day: LocalDate): Promise<void> {
  const { database, providers, now } = deps
  // Read all files before saving: if a provider is down, the day stays unreconciled.
  const files: Record<PayProvider, readonly BankTransfer[]> = {
    bank: await providers.bank.dayFile(day),
    wallet: await providers.wallet.dayFile(day),
    messenger: await providers.messenger.dayFile(day),
  }
  for (const provider of payProviders) {
    await reverseReported(deps, { day, lines: files[provider] })
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
  if (found === 0) return
  deps.log.error('reconciliation.differences', { day, found })
  await askAboutMissing(deps, day)
}

/** Debits and payments that were taken back are reversed before the comparison. */
async function reverseReported(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log'>,
  { day, lines }: { readonly day: LocalDate; readonly lines: readonly BankTransfer[] },
): Promise<void> {
  const reversals = lines.filter(({ kind }) => kind === 'reversal')
  const orderNoOf = await readOrderNos(
    services.database,
    reversals.map(({ wireNo }) => wireNo),
  )
  for (const { wireNo, amount } of reversals) {
    await handleReversal(services, { orderNo: orderNoOf(wireNo), amount, on: day })
  }
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
  const { now } = file
  const orderNoOf = await readOrderNos(
    tx,
    file.theirs.map(({ wireNo }) => wireNo),
  )
  const theirs = file.theirs.map((transfer) => {
    const orderNo = orderNoOf(transfer.wireNo)
    return { ...transfer, orderNo: transfer.kind === 'reversal' ? reversalNoOf(orderNo) : orderNo }
  })
  const booked = await listBookedTransfers(tx, file)
  const bookedNos = new Set(booked.map(({ orderNo }) => orderNo))
  const unbooked = theirs.map(({ orderNo }) => orderNo).filter((no) => !bookedNos.has(no))
  const ordered = await amountsOrdered(tx, unbooked)
  const differences = compare({ theirs, booked, ordered })
  await saveDifferences(tx, file, { differences, now })
  return differences.length
}

export type Finding = 'missing-with-us' | 'missing-with-them' | 'other-amount'

/** A transfer that differs between a day file and the ledger. */
export type Difference = Pick<Transfer, 'orderNo' | 'kind' | 'wireNo' | 'note' | 'orderedAt'> & {
  readonly finding: Finding
  readonly ours: Money | undefined
  readonly theirs: Money | undefined
}

/**
 * Compares a day file with the transfers booked for that day. Money moved by an order that is not
 * booked, because it failed or is in progress, is reported as missing with us.
 */
export function compare(books: {
  readonly theirs: readonly Transfer[]
  readonly booked: readonly Transfer[]
  /** The amounts of our orders, booked or not. */
  readonly ordered: ReadonlyMap<string, Money>
}): Difference[] {
  const { booked, ordered } = books
  const theirs = sumByOrder(books.theirs)
  const bookedAmounts = new Map(booked.map(({ orderNo, amount }) => [orderNo, amount]))
  const listed = new Set(theirs.map(({ orderNo }) => orderNo))
  const theirFindings = theirs.flatMap(
    ({ orderNo, kind, amount, wireNo, note, orderedAt }): Difference[] => {
      const known = bookedAmounts.get(orderNo)
      if (known === amount) return []
      const ours = known ?? ordered.get(orderNo)
      const isOther = ours !== undefined && ours !== amount
      const finding = isOther ? 'other-amount' : 'missing-with-us'
      const carried = { wireNo, note, orderedAt }
      return [{ orderNo, kind, finding, ours, theirs: amount, ...carried }]
    },
  )
  const ourFindings = booked
    .filter(({ orderNo }) => !listed.has(orderNo))
    .map(({ orderNo, kind, amount }): Difference => {
      return { orderNo, kind, finding: 'missing-with-them', ours: amount, theirs: undefined }
    })
  return [...theirFindings, ...ourFindings]
}

/** An order that two banks have paid, or one bank twice, is one transfer of both amounts. */
function sumByOrder(lines: readonly Transfer[]): Transfer[] {
  const byOrder = new Map<string, Transfer>()
  for (const line of lines) {
    const key = `${line.kind} ${line.orderNo}`
    const earlier = byOrder.get(key)
    byOrder.set(key, earlier ? { ...line, amount: add(earlier.amount, line.amount) } : line)
  }
  return [...byOrder.values()]
}

/** Enqueues the reconciliation of a day. */
export async function enqueueReconciliation(database: Database, date: LocalDate): Promise<void> {
  await database.inTransaction((tx) =>
    createTasks().add(tx, { kind: 'reconcile-day', payload: { date }, key: date }),
  )
}
