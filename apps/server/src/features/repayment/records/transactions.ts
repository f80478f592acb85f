import type {
  Transaction,
  TransactionFilters,
  TransactionKind,
  TransactionState,
  transactionShapes,
} from '@qingzhou/contract/features/repayment/transactions'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { addMonths, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { readCards } from '#features/cards/index.ts'
import { purposeName } from '#features/loans/index.ts'
import { paymentNoOf } from '#features/repayment/orders/payment-number.ts'
import { summaryOf, readBills } from '#features/repayment/read-bills.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { listTransactions, type TransactionRecord } from './transaction-store.ts'

type TransactionInputs = {
  [C in keyof typeof transactionShapes]: Input<(typeof transactionShapes)[C]>
}
type Answers = { [C in keyof typeof transactionShapes]: Output<(typeof transactionShapes)[C]> }

const PAGE = 10

/** The draws, repayments and refunds of a customer, also failed and cancelled ones. */
export async function transactions(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>,
  customer: CustomerNo,
  { kind, state, period, pageNo }: TransactionInputs['loanHistory'],
): Promise<Answers['loanHistory']> {
  const { database } = services
  const today = await services.businessDate()
  const [found, cards] = await Promise.all([
    listTransactions(database, customer, {
      kinds: kindsOf[kind],
      states: statesOf[state],
      since: firstDay(period, today),
      today,
      from: (pageNo - 1) * PAGE,
      count: PAGE + 1,
    }),
    readCards(database, services, customer),
  ])
  return {
    transactions: found.slice(0, PAGE).map((one) => shownTransaction(one, { customer, cards })),
    hasMore: found.length > PAGE,
  }
}

const kindsOf: Record<TransactionFilters['kind'], readonly TransactionKind[]> = {
  all: ['draw', 'repayment', 'refund'],
  draw: ['draw'],
  repayment: ['repayment'],
  refund: ['refund'],
}

const statesOf: Record<TransactionFilters['state'], readonly TransactionState[]> = {
  all: ['unconfirmed', 'processing', 'done', 'failed', 'cancelled'],
  processing: ['unconfirmed', 'processing'],
  done: ['done'],
  failed: ['failed', 'cancelled'],
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

function firstDay(period: TransactionFilters['period'], today: LocalDate): LocalDate | undefined {
  return period === 'all' ? undefined : addMonths(today, -monthsOf[period])
}

type Card = { readonly cardId: string; readonly bankName: string; readonly lastFour: string }

function shownTransaction(
  record: TransactionRecord,
  { customer, cards }: { readonly customer: CustomerNo; readonly cards: readonly Card[] },
): Transaction {
  const { kind, transactionNo, state, amount, on, at, cardId, purpose, paidAs } = record
  const card = cards.find((one) => one.cardId === cardId)
  return {
    kind,
    transactionNo,
    state,
    amount,
    on,
    at: at.getTime(),
    reason: record.isRetried ? '银行未受理，系统会自动重新退款' : record.reason,
    purposeName: purpose === undefined ? undefined : purposeName(purpose),
    paymentKind: paidAs,
    isAutomatic: record.isAutomatic || undefined,
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    app: appOf(record),
    loanNo: record.loanNo,
    paymentNo: paymentOf(record, customer),
  }
}

/** The app that paid. A refund goes to a card, also of an order that an app paid. */
function appOf({ kind, cardId }: TransactionRecord): Transaction['app'] {
  if (kind !== 'repayment') return undefined
  return cardId === 'wallet' || cardId === 'messenger' ? cardId : undefined
}

function paymentOf(
  { kind, transactionNo, state, loanCount, paidAs }: TransactionRecord,
  customer: CustomerNo,
): string | undefined {
  if (kind !== 'repayment' || state !== 'done') return undefined
  if (paidAs === 'conversion') return transactionNo
  return loanCount === 1 ? paymentNoOf({ customer, requestNo: transactionNo }, 0) : undefined
}

/** The loans repaid in full, the newest first; a reversed one was not repaid. */
export async function settledLoans(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  { pageNo }: TransactionInputs['settledLoans'],
): Promise<Answers['settledLoans']> {
  const { today, loans } = await readBills(services, customer)
  const settled = loans
    .map((stored) => summaryOf(stored, today))
    .filter(({ state, isReversed }) => state === 'settled' && !isReversed)
    .toSorted(
      (left, right) =>
        right.drawnOn.localeCompare(left.drawnOn) || right.loanNo.localeCompare(left.loanNo),
    )
  const from = (pageNo - 1) * PAGE
  return { loans: settled.slice(from, from + PAGE), hasMore: settled.length > from + PAGE }
}
