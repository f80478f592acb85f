import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { noParts } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import type { Refusal } from '@qingzhou/domain/refusal'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { readBalances } from '#ledger/index.ts'
import { advanceRefund } from './transfers.ts'
import { findLimit } from '#limits/limit-store.ts'
import { readLoans } from '#loans/loan-store.ts'
import { receivePayment, repayInFull, repayInPart } from './payments.ts'
import { cardId, firstDay, booksForTests, loanOn, catchRefusal, rowCounts } from '#testing/books.ts'

const books = await booksForTests()

const firstDue = localDate('2026-02-15')

describe('a repayment', () => {
  it('settles what is due and releases the limit of its principal', async () => {
    const { customer, loanNo, loan } = await loanOn(books, firstDue)
    const amount = dueOn(firstDue, loan)
    const answer = await receivePayment(books.deps, books.actOf(customer), {
      loanNo,
      amount,
      cardId,
    })
    expect(answer).toMatchObject({ overpaid: 0n, isSettled: false, allocations: [{ n: 1 }] })
    const principal = answer.allocations[0]?.parts.principal ?? 0n
    const limit = await findLimit(books.deps.database, customer)
    expect(limit?.used).toBe(12_000_00n - principal)
    const owed = await readBalances(books.deps.database, { customer, loanNo })
    expect(owed).toEqual({ ...noParts, principal: 12_000_00n - principal })
  })

  const wrong: [Refusal['kind'], bigint][] = [
    ['amount-not-positive', 0n],
    ['amount-not-positive', -1n],
    ['amount-malformed', 2n ** 53n + 1n],
    ['amount-malformed', 10n ** 400n],
  ]
  for (const [kind, amount] of wrong) {
    it(`is refused with ${kind} for an amount of ${String(amount).length} digits, and nothing is written`, async () => {
      const { customer, loanNo } = await loanOn(books, firstDue)
      const before = await rowCounts(books)
      const act = books.actOf(customer)
      const asked = receivePayment(books.deps, act, { loanNo, amount: fen(amount), cardId })
      expect((await catchRefusal(asked))?.kind).toBe(kind)
      expect(await rowCounts(books)).toEqual(before)
    })
  }

  it('is refused for an unknown loan or one of another customer, and with a malformed card', async () => {
    const { customer, loanNo } = await loanOn(books, firstDay)
    const ask = (who: typeof customer, changes: { loanNo?: string; cardId?: string }) =>
      catchRefusal(
        receivePayment(books.deps, books.actOf(who), {
          loanNo,
          amount: fen(1n),
          cardId,
          ...changes,
        }),
      )
    expect(await ask(customer, { loanNo: 'no-such-loan' })).toEqual({ kind: 'loan-unknown' })
    expect(await ask(customer, { loanNo: '\0' })).toEqual({ kind: 'loan-unknown' })
    expect(await ask(books.newCustomer(), {})).toEqual({ kind: 'loan-unknown' })
    expect(await ask(customer, { cardId: '' })).toEqual({ kind: 'number-malformed' })
  })

  it('a repayment in full settles the loan, and the excess is refunded to the card', async () => {
    const { customer, loanNo, loan } = await loanOn(books, localDate('2026-03-20'))
    const amount = fen(payoffOn(localDate('2026-03-20'), loan) + 7n)
    const payment = books.actOf(customer)
    const request = { loanNo, amount, cardId }
    expect(await repayInFull(books.deps, payment, request)).toMatchObject({
      isSettled: true,
      overpaid: 7n,
    })
    expect(await readBalances(books.deps.database, { customer, loanNo })).toEqual(noParts)
    expect((await findLimit(books.deps.database, customer))?.used).toBe(0n)
    const again = repayInFull(books.deps, books.actOf(customer), request)
    expect(await catchRefusal(again)).toEqual({ kind: 'nothing-owed' })

    const refundNo = payment.requestNo
    const advance = (event: 'sent' | 'returned' | 'failed') =>
      advanceRefund(books.deps, books.actOf(customer), { refundNo, event })
    expect(await payable(customer)).toBe(7n)
    expect(await catchRefusal(advance('returned'))).toEqual({ kind: 'refund-not-sent' })
    expect(await advance('sent')).toEqual({ state: 'sent' })
    expect(await payable(customer)).toBe(0n)
    expect(await catchRefusal(advance('sent'))).toEqual({ kind: 'refund-already-sent' })
    expect(await advance('failed')).toEqual({ state: 'owed' })
    expect(await payable(customer)).toBe(7n)
    await advance('sent')
    expect(await advance('returned')).toEqual({ state: 'returned' })
    expect(await advance('failed')).toEqual({ state: 'returned' })
    expect(await payable(customer)).toBe(0n)
    const stranger = books.actOf(books.newCustomer())
    const stolen = advanceRefund(books.deps, stranger, { refundNo, event: 'sent' })
    expect(await catchRefusal(stolen)).toEqual({ kind: 'refund-unknown' })
  })

  it('a repayment in full is refused below the payoff of the day', async () => {
    const { customer, loanNo, loan } = await loanOn(books, firstDue)
    const payoff = payoffOn(firstDue, loan)
    const request = { loanNo, amount: fen(payoff - 1n), cardId }
    const asked = repayInFull(books.deps, books.actOf(customer), request)
    expect(await catchRefusal(asked)).toEqual({ kind: 'less-than-payoff', payoff })
  })

  it('a repayment in part reschedules the rest to the same end date', async () => {
    const day = addDays(firstDay, 10)
    const { customer, loanNo, loan } = await loanOn(books, day)
    const act = books.actOf(customer)
    await repayInPart(books.deps, act, { loanNo, amount: fen(3_000_00n), cardId })
    const [stored] = await readLoans(books.deps.database, customer)
    expect(stored?.loan.instalments.at(-1)?.dueDate).toBe(loan.instalments.at(-1)?.dueDate)
    expect(stored?.loan.instalments[1]?.due.principal).toBeLessThan(
      loan.instalments[1]?.due.principal ?? 0n,
    )
    const tooSmall = { loanNo, amount: fen(99_99n), cardId }
    const refusal = await catchRefusal(repayInPart(books.deps, books.actOf(customer), tooSmall))
    expect(refusal?.kind).toBe('early-part-too-small')
  })

  it('a repayment that has arrived is never refused: a second one becomes a refund', async () => {
    const { customer, loanNo, loan } = await loanOn(books, firstDue)
    const request = { loanNo, amount: dueOn(firstDue, loan), cardId }
    await receivePayment(books.deps, books.actOf(customer), request)
    const second = await receivePayment(books.deps, books.actOf(customer), request)
    expect(second).toMatchObject({ allocations: [], overpaid: request.amount })
    expect(await payable(customer)).toBe(request.amount)
  })

  it('is booked on the day that the loan’s ledger has reached, if the business date read is older', async () => {
    const { customer, loanNo, loan } = await loanOn(books, firstDue)
    await books.owner.query('UPDATE loans SET booked_until = $2 WHERE customer_no = $1', [
      customer,
      firstDue,
    ])
    await books.moveTo(addDays(firstDue, -1))
    const request = { loanNo, amount: dueOn(firstDue, loan), cardId }
    await receivePayment(books.deps, books.actOf(customer), request)
    const [stored] = await readLoans(books.deps.database, customer)
    expect(stored?.bookedUntil).toBe(firstDue)
  })
})

async function payable(customer: string): Promise<bigint> {
  const [row] = await books.owner.query<{ total: bigint }>(
    `SELECT coalesce(sum(CASE WHEN credit_account = 'refunds-payable' THEN amount_fen
                              ELSE -amount_fen END), 0)::bigint AS total
       FROM ledger_entries
      WHERE customer_no = $1 AND 'refunds-payable' IN (debit_account, credit_account)`,
    [customer],
  )
  return row?.total ?? 0n
}
