import { describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import { explain } from '#ledger/index.ts'
import { cutRate, deferInstalment, grantForbearanceOnLoan } from './change-terms.ts'
import { readLoans } from '#loans/loan-store.ts'
import { offerWaiver, payWithWaiver } from '#payments/waivers.ts'
import {
  cardId,
  customerWithLoan,
  firstDay,
  booksForTests,
  loanOn,
  catchRefusal,
  rowCounts,
} from '#testing/books.ts'

const books = await booksForTests()

const soon = addDays(firstDay, 10)
const late = localDate('2026-03-27')

describe('changed terms', () => {
  it('defer the current instalment, at most twice a year', async () => {
    const { customer, loanNo } = await loanOn(books, soon)
    const delay = (days: number) =>
      deferInstalment(books.deps, books.actOf(customer), { loanNo, days })
    expect(await delay(7)).toMatchObject({ nextDueOn: '2026-02-22' })
    expect(await delay(3)).toMatchObject({ nextDueOn: '2026-02-25' })
    expect(await catchRefusal(delay(1))).toEqual({
      kind: 'deferrals-used-up',
      opensOn: addMonths(soon, 12),
    })
  })

  it('move all open instalments under regional forbearance', async () => {
    const { customer, loanNo } = await loanOn(books, late)
    const relief = { loanNo, days: 60 }
    const answer = await grantForbearanceOnLoan(books.deps, books.actOf(customer), relief)
    expect(answer).toMatchObject({ nextDueOn: '2026-04-16' })
  })

  it('lower the rate from a given day', async () => {
    const { customer, loanNo } = await loanOn(books, soon)
    const cut = { loanNo, annualRatePpm: 72_000n, from: addDays(soon, 1) }
    const answer = await cutRate(books.deps, books.actOf(customer), cut)
    expect(answer).toMatchObject({ annualRatePpm: 72_000n, nextDueOn: '2026-02-15' })
    const again = cutRate(books.deps, books.actOf(customer), cut)
    expect(await catchRefusal(again)).toEqual({ kind: 'rate-not-lower', annualRatePpm: 72_000n })
  })

  it('are refused with the right refusal, and nothing is written', async () => {
    const { customer, loanNo } = await loanOn(books, soon)
    const before = await rowCounts(books)
    const act = () => books.actOf(customer)
    const { deps } = books
    const stranger = books.actOf(books.newCustomer())
    const refusals = await Promise.all([
      catchRefusal(deferInstalment(deps, act(), { loanNo, days: 1.5 })),
      catchRefusal(deferInstalment(deps, act(), { loanNo, days: Number.NaN })),
      catchRefusal(grantForbearanceOnLoan(deps, act(), { loanNo, days: 91 })),
      catchRefusal(cutRate(deps, act(), { loanNo, annualRatePpm: -1n, from: soon })),
      catchRefusal(cutRate(deps, act(), { loanNo, annualRatePpm: 1n, from: addDays(soon, 9) })),
      catchRefusal(deferInstalment(deps, stranger, { loanNo, days: 1 })),
    ])
    expect(refusals.map((refusal) => refusal?.kind)).toEqual([
      'deferral-out-of-range',
      'deferral-out-of-range',
      'deferral-out-of-range',
      'rate-not-lower',
      'rate-cut-date-out-of-range',
      'loan-unknown',
    ])
    expect(await rowCounts(books)).toEqual(before)
  })
})

describe('a waiver', () => {
  const terms = {
    penaltySharePpm: 1_000_000n,
    interestSharePpm: 300_000n,
    lastDay: addDays(late, 5),
  }

  it('is offered for an overdue loan, paid once, and its waived amounts are in the ledger', async () => {
    const { customer, loanNo, loan } = await loanOn(books, late)
    const request = { ...terms, loanNo }
    const { offerNo } = await offerWaiver(books.deps, books.actOf(customer), request)
    const { toPay, waived } = waiverTermsOn(late, { loan, offer: terms })
    const pay = (changes: { amount?: bigint; offerNo?: string } = {}) =>
      payWithWaiver(books.deps, books.actOf(customer), {
        loanNo,
        cardId,
        offerNo: changes.offerNo ?? offerNo,
        amount: fen(changes.amount ?? toPay),
      })
    expect((await catchRefusal(pay({ amount: toPay - 1n })))?.kind).toBe(
      'waiver-needs-whole-payment',
    )
    expect(await catchRefusal(pay({ offerNo: 'unknown-offer' }))).toEqual({ kind: 'offer-unknown' })
    expect(await pay()).toMatchObject({ overpaid: 0n })
    expect(await catchRefusal(pay())).toEqual({ kind: 'offer-taken' })

    const explained = await explain(books.deps.database, { customer, loanNo })
    const lines = [...explained.penalty.lines, ...explained.interest.lines]
    const waivedAmounts = lines.filter(({ against }) => against === 'waived')
    expect(waivedAmounts.reduce((total, { amount }) => total - amount, 0n)).toBe(waived)
  })

  it('a waiver of all that is overdue is taken up without a payment', async () => {
    await books.moveTo(firstDay)
    const { customer, loanNo } = await customerWithLoan(books, { method: 'interest-first' })
    await books.moveTo(late)
    const all = { ...terms, interestSharePpm: 1_000_000n, loanNo }
    const { offerNo } = await offerWaiver(books.deps, books.actOf(customer), all)
    const request = { loanNo, offerNo, amount: ZERO, cardId }
    const taken = await payWithWaiver(books.deps, books.actOf(customer), request)
    expect(taken).toMatchObject({ overpaid: 0n, isSettled: false, allocations: [] })
    const [stored] = await readLoans(books.deps.database, customer)
    expect(stored && dueOn(late, stored.loan)).toBe(0n)
    const rows = await books.owner.query('SELECT FROM payments WHERE customer_no = $1', [customer])
    expect(rows).toEqual([])
  })

  it('lapses after its last day, and is refused while the loan is not overdue long enough', async () => {
    const { customer, loanNo } = await loanOn(books, late)
    const act = books.actOf(customer)
    const { offerNo } = await offerWaiver(books.deps, act, { ...terms, loanNo })
    await books.moveTo(addDays(terms.lastDay, 1))
    const request = { loanNo, amount: fen(9_000_00n), cardId, offerNo }
    const paid = payWithWaiver(books.deps, books.actOf(customer), request)
    expect(await catchRefusal(paid)).toEqual({ kind: 'offer-lapsed', since: terms.lastDay })

    const early = await loanOn(books, soon)
    const offer = { ...terms, loanNo: early.loanNo }
    const offered = offerWaiver(books.deps, books.actOf(early.customer), offer)
    expect(await catchRefusal(offered)).toEqual({ kind: 'not-late-enough' })
  })
})
