import type { RepaymentAim } from '@qingzhou/contract/repayment'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { providerNotices } from '@qingzhou/provider-api/calls'
import { signedHeaders } from '@qingzhou/provider-api/signature'
import { readLoans } from '#lending/index.ts'
import {
  executed,
  newBorrower,
  waitForBank,
  type TestBorrower,
  type Wish,
} from '#features/loans/testing/borrower.ts'
import { latestCode } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

export type Payer = TestBorrower & { readonly loanNo: string }

/** Somebody whose loan was paid out today. */
export async function newPayer(product: TestProduct, wish: Wish = {}): Promise<Payer> {
  const borrower = await newBorrower(product)
  return { ...borrower, loanNo: await drawn(product, borrower, wish) }
}

/** One more loan, paid out today. */
export async function drawn(
  product: TestProduct,
  borrower: TestBorrower,
  wish: Wish = {},
): Promise<string> {
  await executed(product, borrower, {
    loanAmount: fen(6_000_00n),
    instalment: 6,
    ...wish,
  })
  await waitForBank(product)
  const loans = await readLoans(product.services.database, borrower.customer)
  const newest = loans.map(({ loanNo }) => loanNo).toSorted()
  return newest.at(-1) ?? ''
}

/** The books move on, and nothing that they queue is done yet. */
export async function moveDays(product: TestProduct, days: number): Promise<LocalDate> {
  const { services } = product
  const until = addDays(await services.businessDate(), days)
  await services.endOfDay(until, { debits: 'ignore' })
  return until
}

let orders = 0

export function newRepaySeqNo(): string {
  orders += 1
  return `repay-${String(orders).padStart(8, '0')}`
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

/** Places an order for what is quoted, as the cashier does. */
export async function placed(
  { client, card }: Payer,
  { aim, payBy = 'card', cardId = card.cardId }: Placing,
): Promise<string> {
  const repaySeqNo = newRepaySeqNo()
  const { quoteId } = await client.api.repayment.quote({ aim })
  const paying = payBy === 'card' ? { payBy, cardId } : { payBy }
  await client.api.repayment.place({ repaySeqNo, aim, quoteId, ...paying })
  return repaySeqNo
}

/** A code that confirms a payment: sent and read. */
export async function paymentCode(
  product: TestProduct,
  { client, phone }: Pick<Payer, 'client' | 'phone'>,
): Promise<string> {
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'payment' })
  return latestCode(product, phone)
}

/** A payment by card that the bank has still to hear of. */
export async function confirmed(
  product: TestProduct,
  payer: Payer,
  aim: RepaymentAim,
): Promise<string> {
  const repaySeqNo = await placed(payer, { aim })
  const dynamicCode = await paymentCode(product, payer)
  await payer.client.api.repayment.confirm({ repaySeqNo, dynamicCode })
  return repaySeqNo
}

/** A payment by card, from the first tap to the bank's word. */
export async function paid(product: TestProduct, payer: Payer, aim: RepaymentAim): Promise<string> {
  const repaySeqNo = await confirmed(product, payer, aim)
  await waitForBank(product)
  return repaySeqNo
}

export const stateOf = async ({ client }: { readonly client: Client }, repaySeqNo: string) =>
  (await client.api.repayment.result({ repaySeqNo })).state

/** The number under which the bank or an app knows an order. */
export async function orderNoOf({ services }: TestProduct, repaySeqNo: string): Promise<string> {
  const [row] = await services.database.query<{ order_no: string }>(
    'SELECT order_no FROM repayments WHERE repay_seq_no = $1',
    [repaySeqNo],
  )
  return row?.order_no ?? ''
}

/** The bank's own book, newest first. */
export async function bankBook({ sandbox }: TestProduct, kind: 'debit' | 'refund') {
  const response = await fetch(`${sandbox.url}/bank/transfers`)
  // The sandbox's own answer, whose shape its routes fix.
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
  return transfers.filter((transfer) => transfer.kind === kind)
}

/** Tells what a provider would tell, or what somebody else would like it to have told. */
export async function tellNotice(
  product: TestProduct,
  kind: keyof typeof providerNotices,
  notice: object,
  { secret = product.config.providers.secret }: { readonly secret?: string } = {},
): Promise<number> {
  const { path } = providerNotices[kind]
  const body = JSON.stringify(notice)
  const timestamp = String(product.services.now().getTime())
  const nonce = crypto.randomUUID()
  const signed = { direction: 'callback', path, timestamp, nonce, body } as const
  const response = await product.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...signedHeaders(secret, signed) },
    body,
  })
  return response.statusCode
}

/** Money that is neither with a loan nor at the bank. */
export async function clearing({ services }: TestProduct): Promise<bigint> {
  const [row] = await services.database.query<{ balance: bigint }>(
    `SELECT coalesce(sum(balance_fen), 0)::bigint AS balance
       FROM general_ledger WHERE account = 'clearing'`,
  )
  return row?.balance ?? 0n
}
