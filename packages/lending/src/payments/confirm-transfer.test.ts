import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { advanceRefund, confirmTransfer } from './transfers.ts'
import { repayInFull } from './payments.ts'
import type { TransferKind } from './payment-store.ts'
import { cardId, customerWithLoan, booksForTests, catchRefusal } from '#testing/books.ts'

const books = await booksForTests()

async function balanceOf(customer: string, account: string): Promise<bigint> {
  const [row] = await books.owner.query<{ total: bigint }>(
    `SELECT coalesce(sum(CASE WHEN debit_account = $2 THEN amount_fen ELSE -amount_fen END), 0)::bigint
         AS total
       FROM ledger_entries WHERE customer_no = $1 AND $2 IN (debit_account, credit_account)`,
    [customer, account],
  )
  return row?.total ?? 0n
}

describe('a transfer confirmed by the bank', () => {
  it('moves from clearing to the bank account, until clearing is empty', async () => {
    const { customer, loanNo } = await customerWithLoan(books)
    const confirm = (kind: TransferKind, transferNo: string) =>
      confirmTransfer(books.deps, books.actOf(customer), { kind, transferNo })
    expect(await confirm('disbursement', loanNo)).toEqual({ amount: 12_000_00n })
    expect(await balanceOf(customer, 'clearing')).toBe(0n)

    const payment = books.actOf(customer)
    const { requestNo } = payment
    await repayInFull(books.deps, payment, { loanNo, amount: fen(12_000_05n), cardId })
    expect(await confirm('collection', requestNo)).toEqual({ amount: 12_000_05n })
    expect(await catchRefusal(confirm('refund', requestNo))).toEqual({ kind: 'transfer-unknown' })
    const refund = { refundNo: requestNo, event: 'sent' } as const
    await advanceRefund(books.deps, books.actOf(customer), refund)
    expect(await confirm('refund', requestNo)).toEqual({ amount: 5n })
    expect(await balanceOf(customer, 'clearing')).toBe(0n)
    expect(await balanceOf(customer, 'bank')).toBe(0n)
  })

  it('is posted once, however often and under however many request numbers it is confirmed', async () => {
    const { customer, loanNo } = await customerWithLoan(books)
    const request = { kind: 'disbursement', transferNo: loanNo } as const
    const told = Array.from({ length: 8 }, () =>
      confirmTransfer(books.deps, books.actOf(customer), request),
    )
    expect(await Promise.all(told)).toEqual(told.map(() => ({ amount: 12_000_00n })))
    expect(await balanceOf(customer, 'bank')).toBe(-12_000_00n)
  })

  it('is refused when the transfer is unknown or belongs to another customer', async () => {
    const { customer, loanNo } = await customerWithLoan(books)
    const ask = (who: typeof customer, transferNo: string) =>
      catchRefusal(
        confirmTransfer(books.deps, books.actOf(who), { kind: 'disbursement', transferNo }),
      )
    expect(await ask(customer, 'no-such-loan')).toEqual({ kind: 'transfer-unknown' })
    expect(await ask(customer, '\0')).toEqual({ kind: 'transfer-unknown' })
    expect(await ask(books.newCustomer(), loanNo)).toEqual({ kind: 'transfer-unknown' })
  })
})
