import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { readLoans } from '@qingzhou/lending/index'
import {
  executeDraw,
  newBorrower,
  waitForBank,
  type TestBorrower,
  type Wish,
} from '#features/loans/testing/borrower.ts'
import { latestCode } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { readOrderNos } from '@qingzhou/providers/records/wire-order-store'
import type { TestProduct } from '#testing/product.ts'

export type Payer = TestBorrower & { readonly loanNo: string }

/** Creates a borrower with a loan disbursed today. */
export async function newPayer(product: TestProduct, wish: Wish = {}): Promise<Payer> {
  const borrower = await newBorrower(product)
  return { ...borrower, loanNo: await disburseLoan(product, borrower, wish) }
}

/** Disburses one more loan today. */
export async function disburseLoan(
  product: TestProduct,
  borrower: TestBorrower,
  wish: Wish = {},
): Promise<string> {
  await executeDraw(product, borrower, {
    amount: fen(6_000_00n),
    months: 6,
    ...wish,
  })
  await waitForBank(product)
  const loans = await readLoans(product.services.database, borrower.customer)
  const newest = loans.map(({ loanNo }) => loanNo).toSorted()
  return newest.at(-1) ?? ''
}

/** Runs the end of day until the date, without running the tasks it enqueues. */
export async function moveDays(product: TestProduct, days: number): Promise<LocalDate> {
  const until = addDays(await product.services.businessDate(), days)
  await moveTo(product, until)
  return until
}

/** The same until a given date. One run for all days, as each run opens its own connections. */
export async function moveTo({ services }: TestProduct, until: LocalDate): Promise<void> {
  await services.endOfDay(until, { debits: 'ignore' })
}

let orders = 0

export function newOrderRequestNo(): string {
  orders += 1
  return orders.toString(16).padStart(32, '0')
}

export const dueOf = (payer: Payer, ...instalments: readonly number[]): RepaymentAim => ({
  kind: 'due',
  picks: instalments.map((n) => ({ loanNo: payer.loanNo, n })),
})

type Placing = {
  readonly aim: RepaymentAim
  readonly payBy?: 'card' | 'wallet' | 'messenger'
  readonly cardId?: string
}

/** Places an order for the quoted amount, as the payment page does. */
export async function placeOrder(
  { client, card }: Payer,
  { aim, payBy = 'card', cardId = card.cardId }: Placing,
): Promise<string> {
  const requestNo = newOrderRequestNo()
  const { quoteId } = await client.api.repayment.quote({ aim })
  const paying = payBy === 'card' ? { payBy, cardId } : { payBy }
  await client.api.repayment.place({ requestNo, aim, quoteId, ...paying })
  return requestNo
}

/** Sends a payment code and returns it. */
export async function paymentCode(
  product: TestProduct,
  { client, phone }: Pick<Payer, 'client' | 'phone'>,
): Promise<string> {
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'payment' })
  return latestCode(product, phone)
}

/** Confirms a card payment that is not sent to the bank yet. */
export async function confirmCardPayment(
  product: TestProduct,
  payer: Payer,
  aim: RepaymentAim,
): Promise<string> {
  const requestNo = await placeOrder(payer, { aim })
  const dynamicCode = await paymentCode(product, payer)
  await payer.client.api.repayment.confirm({ requestNo, dynamicCode })
  return requestNo
}

/** Makes a card payment up to the bank's result. */
export async function makeCardPayment(
  product: TestProduct,
  payer: Payer,
  aim: RepaymentAim,
): Promise<string> {
  const requestNo = await confirmCardPayment(product, payer, aim)
  await waitForBank(product)
  return requestNo
}

export const readOrderState = async ({ client }: { readonly client: Client }, requestNo: string) =>
  (await client.api.repayment.result({ requestNo })).state

/** The number of an order at the bank or the app. */
export async function readOrderNo({ services }: TestProduct, requestNo: string): Promise<string> {
  const [row] = await services.database.query<{ order_no: string }>(
    'SELECT order_no FROM payment_orders WHERE request_no = $1',
    [requestNo],
  )
  return row?.order_no ?? ''
}

/** The transfers of the sandbox bank by our order number, newest first. */
export async function bankBook({ sandbox, services }: TestProduct, kind: 'debit' | 'refund') {
  const response = await fetch(`${sandbox.url}/bank/transfers`)
  // The sandbox routes define the shape of this answer.
  const { transfers } = (await response.json()) as {
    transfers: {
      orderNo: string
      kind: string
      timesOrdered: number
      amountFen: string
      state: string
      cardNumber: string
    }[]
  }
  const orderNoOf = await readOrderNos(
    services.database,
    transfers.map(({ orderNo }) => orderNo),
  )
  return transfers
    .filter((transfer) => transfer.kind === kind)
    .map((transfer) => ({
      ...transfer,
      orderNo: orderNoOf(transfer.orderNo),
      wireNo: transfer.orderNo,
    }))
}

/** The balance of the clearing accounts: money booked on one side only. */
export async function readClearingBalance({ services }: TestProduct): Promise<bigint> {
  const [row] = await services.database.query<{ balance: bigint }>(
    `SELECT coalesce(sum(balance_fen), 0)::bigint AS balance
       FROM general_ledger WHERE account = 'clearing'`,
  )
  return row?.balance ?? 0n
}
