import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isOpen } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import type { LoanRecord } from '@qingzhou/lending/index'
import { findOffer, readLoans } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { debitNote } from '#features/repayment/lost-orders/notes.ts'
import { requireCardLimits } from './card-limits.ts'
import { enqueueCollection } from './collect.ts'
import type { Order, OrderLine } from './order-store.ts'
import { linesOf } from './order-store.ts'
import { endOrder, startCollecting } from './order-write-store.ts'
import { quoteRepayment, quoteWaiver, type RepaymentQuote } from './quote-repayment.ts'

const OUTDATED = '应还金额有变化，请重新试算后再还'

type Placed = Pick<
  Order,
  | 'customer'
  | 'requestNo'
  | 'orderNo'
  | 'kind'
  | 'payBy'
  | 'cardId'
  | 'amount'
  | 'quotedOn'
  | 'quoteId'
  | 'offerNo'
  | 'keep'
  | 'actor'
  | 'agreementNo'
>

/**
 * Starts an order: commits the intent under its final number before any provider is called. Refuses
 * while a payment for one of its loans is in progress, and above the limits of the card. Closes the
 * order and returns false if its amount is no longer owed.
 */
export async function startOrder(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  order: Placed,
): Promise<boolean> {
  const now = services.now()
  if (!(await startCollecting(tx, order, now))) throw new Refused({ kind: 'payment-running' })
  if (!(await matchesDebt(tx, order))) {
    await endOrder(tx, order, { state: 'closed', settledAt: now, reason: OUTDATED })
    return false
  }
  await requireCardLimits(tx, order)
  const { orderNo, customer } = order
  const note = debitNote(services, { order, lines: await linesOf(tx, order), orderedAt: now })
  await insertBankOrder(tx, { orderNo, kind: 'debit', customer, orderedAt: now, note })
  await enqueueCollection(tx, services, order)
  return true
}

type StartOrderInput = Pick<
  Order,
  'customer' | 'requestNo' | 'kind' | 'quotedOn' | 'quoteId' | 'offerNo' | 'keep'
>

/**
 * Whether the order still matches the debt: same business date, same amount, no payment in between.
 * Called with the loans locked.
 */
async function matchesDebt(tx: Transaction, order: StartOrderInput): Promise<boolean> {
  const today = await readBusinessDate(tx)
  if (today !== order.quotedOn) return false
  const [lines, loans] = await Promise.all([linesOf(tx, order), readLoans(tx, order.customer)])
  if (order.kind === 'waiver') return matchesOffer(tx, order, { today, loans })
  const aim = aimOf({ ...order, kind: order.kind }, { lines, loans })
  const quote = aim && quoteIfAllowed(() => quoteRepayment({ today, loans }, aim))
  if (!quote) return false
  const amount = sum(lines.map((line) => line.amount))
  // An automatic debit has no quote, and may be a part of what is due.
  if (order.quoteId === undefined) return amount <= quote.amount
  return quote.amount === amount && quote.quoteId === order.quoteId
}

async function matchesOffer(
  tx: Transaction,
  { customer, offerNo, quoteId }: StartOrderInput,
  books: { readonly today: LocalDate; readonly loans: readonly LoanRecord[] },
): Promise<boolean> {
  const record = offerNo === undefined ? undefined : await findOffer(tx, { customer, offerNo })
  if (!record) return false
  const quote = quoteWaiver(record, books)
  return quote.isGood && quote.quoteId === quoteId
}

/** The selection that would give the same quote today. */
function aimOf(
  { kind, keep }: StartOrderInput & { readonly kind: RepaymentAim['kind'] },
  { lines, loans }: { readonly lines: readonly OrderLine[]; readonly loans: readonly LoanRecord[] },
): RepaymentAim | undefined {
  const [line] = lines
  if (!line) return undefined
  const { loanNo, amount } = line
  if (kind === 'earlyFull') return { kind, loanNo }
  if (kind === 'earlyPart') return { kind, loanNo, amount, ...(keep && { keep }) }
  const picks = lines.flatMap(({ loanNo: paidLoan, through = 0 }) => {
    const record = loans.find((loan) => loan.loanNo === paidLoan)
    const open = record?.loan.instalments.filter((row) => row.n <= through && isOpen(row)) ?? []
    return open.map(({ n }) => ({ loanNo: paidLoan, n }))
  })
  return picks.length > 0 ? { kind, picks } : undefined
}

function quoteIfAllowed(quote: () => RepaymentQuote): RepaymentQuote | undefined {
  try {
    return quote()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
