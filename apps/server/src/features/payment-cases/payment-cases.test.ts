import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { verifyBooks } from '#features/end-of-day/checks/verify-books.ts'
import { executeDraw, waitForBank } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { readCards } from '#features/cards/index.ts'
import { actAlone, propose } from '#features/proposals/index.ts'
import { countDifferences, readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import {
  readClearingBalance,
  dueOf,
  moveTo,
  newPayer,
  readOrderNo,
  makeCardPayment,
} from '#features/repayment/testing/payer.ts'
import { findDraw } from '@qingzhou/lending/index'
import { bookableOrders } from './index.ts'
import { expectRefusal, readPayerLoan, reason, twoPeople } from './testing/two-people.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

const product = startProductForFile()
let staff: Awaited<ReturnType<typeof twoPeople>>
beforeAll(async () => {
  staff = await twoPeople(product)
})

describe('money outside the orders', { timeout: 90_000 }, () => {
  it('[R17] matches a debit without an order to a loan, and the difference is gone', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo } = payer
    const { database, providers, now, today } = product.services
    const [card] = await readCards(database, product.services, customer)
    const lost = { wireNo: 'lostinrestore1', orderedAt: now(), amount: fen(300_00n) }
    await providers.bank.transfer({ ...lost, kind: 'debit', cardToken: card?.token ?? '' })
    product.advance(5)
    const day = today()
    await reconcileDay(product.services, day)
    const [difference] = await readDifferences(database, undefined)
    expect(difference).toMatchObject({ orderNo: 'lostinrestore1', finding: 'missing-with-us' })

    // Nothing says whose it is, so it cannot be booked without a loan.
    const { bookable, left } = await bookableOrders(staff.deps, day)
    expect([bookable, left.map(({ reason: why }) => why)]).toEqual([
      [],
      ['difference-not-matchable'],
    ])

    const where = { provider: 'bank', day, orderNo: 'lostinrestore1' }
    await staff.together('match-transfer', { ...where, customer, loanNo })
    await reconcileDay(product.services, day)
    expect(await readDifferences(database, undefined)).toEqual([])
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('books a debit and a draw that the bank declined and has carried out after all', async () => {
    const { database, today } = product.services
    const payer = await newPayer(product)
    const { customer } = payer
    await setFault(product, { provider: 'bank', decline: true })
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    const { drawNo } = await executeDraw(product, payer)
    await waitForBank(product)
    await setFault(product, { provider: 'bank', decline: false })
    const draw = await findDraw(database, { customer, drawNo })
    expect(draw?.state).toBe('released')
    const moved = [await readOrderNo(product, requestNo), draw?.loanNo]
    for (const orderNo of moved) {
      await fetch(`${product.sandbox.url}/bank/change-of-mind`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orderNo }),
      })
    }
    await reconcileDay(product.services, today())
    const { bookable, left } = await bookableOrders(staff.deps, today())
    expect([bookable.map(({ kind }) => kind), left]).toEqual([['disbursement', 'debit'], []])
    const transfers = bookable.map(({ provider, day, orderNo, theirs }) => {
      return { provider, day, orderNo, amount: theirs }
    })
    const less = [{ ...transfers[0], amount: fen(1n) }]
    await expectRefusal(
      propose(staff.deps, staff.agent, {
        kind: 'book-transfers',
        parameters: { transfers: less },
        reason,
      }),
      { kind: 'difference-unknown' },
    )
    // The proposal has no customer, and yet nobody books money of their own.
    const { staffNo } = await newStaff(product, ['operator'], { phone: payer.phone })
    const own = { kind: 'book-transfers', parameters: { transfers }, reason }
    await expectRefusal(propose(staff.deps, { staffNo, roles: ['operator'] }, own), {
      kind: 'own-loan',
    })
    expect((await staff.together('book-transfers', { transfers })).state).toBe('done')
    expect((await payer.client.api.repayment.result({ requestNo })).state).toBe('paid')
    expect((await payer.client.api.loans.result({ drawNo })).state).toBe('paid')
    await reconcileDay(product.services, today())
    expect(await readDifferences(database, undefined)).toEqual([])
    expect(await readClearingBalance(product)).toBe(0n)
    expect(await verifyBooks(database)).toEqual([])
  })

  it('[R17] books a transfer of an earlier day for that day, once: no penalty stays', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo } = payer
    const { loan } = await readPayerLoan(product, payer)
    const firstDue = loan.instalments[0]?.dueDate ?? loan.start
    const amount = dueOn(firstDue, loan)
    await moveTo(product, addDays(firstDue, 10))
    const late = await readPayerLoan(product, payer)
    expect(dueOn(addDays(firstDue, 10), late.loan)).toBeGreaterThan(amount)

    const transfer = {
      customer,
      loanNo,
      amount,
      receivedOn: firstDue,
      reference: 'ICBC-20261219-1',
    }
    const { state } = await staff.together('book-payment', transfer)
    expect(state).toBe('done')
    const { loan: after } = await readPayerLoan(product, payer)
    expect(dueOn(addDays(firstDue, 10), after)).toBe(0n)
    expect(after.instalments[0]?.due.penalty).toBe(0n)
    expect(await readClearingBalance(product)).toBe(0n)
    await expectRefusal(
      propose(staff.deps, staff.agent, { kind: 'book-payment', parameters: transfer, reason }),
      {
        kind: 'payment-booked',
      },
    )
  })

  it('gives an amount back at the lender’s cost, at most what was paid', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo } = payer
    await makeCardPayment(product, payer, dueOf(payer, 1))
    const before = await readPayerLoan(product, payer)
    await staff.together('refund-amount', { customer, loanNo, amount: fen(5_00n) })
    expect((await readPayerLoan(product, payer)).loan).toEqual(before.loan)
    const { refunds } = {
      refunds: await product.services.database.query(
        `SELECT amount_fen, state FROM refunds WHERE customer_no = $1`,
        [customer],
      ),
    }
    expect(refunds).toEqual([{ amount_fen: 500n, state: 'owed' }])
    const tooMuch = { customer, loanNo, amount: fen(50_000_00n) }
    await expectRefusal(
      propose(staff.deps, staff.agent, { kind: 'refund-amount', parameters: tooMuch, reason }),
      {
        kind: 'more-than-paid',
        paid: before.loan.instalments.reduce(
          (all, { paid: { interest, principal } }) => fen(all + interest + principal),
          fen(-5_00n),
        ),
      },
    )
  })

  it('reverses a payment that staff learned was taken back', async () => {
    const payer = await newPayer(product)
    const { customer } = payer
    const before = await readPayerLoan(product, payer)
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    const parameters = {
      customer,
      paymentNo: `${requestNo}-1`,
      day: product.services.today(),
      cause: 'disputed',
    }
    expect((await staff.together('reverse-payment', parameters)).state).toBe('done')
    expect((await readPayerLoan(product, payer)).loan.instalments).toEqual(before.loan.instalments)
    await expectRefusal(
      propose(staff.deps, staff.agent, { kind: 'reverse-payment', parameters, reason }),
      {
        kind: 'payment-unknown',
      },
    )
  })
})

describe('a difference', { timeout: 60_000 }, () => {
  it('is closed by one person up to an amount, else by two, and stays closed', async () => {
    const { database, today } = product.services
    const day = addDays(today(), -3)
    for (const [orderNo, amount] of [
      ['small', 5],
      ['large', 500_000],
    ] as const) {
      await database.query(
        `INSERT INTO provider_transfers (customer_no, order_no, provider, kind, amount_fen, transferred_on)
         VALUES ('another', $1, 'wallet', 'debit', $2, $3)`,
        [orderNo, amount, day],
      )
    }
    await reconcileDay(product.services, day)
    const open = await countDifferences(database)
    const close = (orderNo: string) => ({
      provider: 'wallet',
      day,
      orderNo,
      resolution: 'explained',
    })
    await actAlone(staff.deps, staff.agent, {
      kind: 'close-small-difference',
      parameters: close('small'),
      reason,
    })
    await expectRefusal(
      actAlone(staff.deps, staff.agent, {
        kind: 'close-small-difference',
        parameters: close('large'),
        reason,
      }),
      { kind: 'second-person-needed', above: fen(1_000_00n) },
    )
    expect((await staff.together('close-difference', close('large'))).state).toBe('done')
    expect(await countDifferences(database)).toBe(open - 2)
    await reconcileDay(product.services, day)
    expect(await countDifferences(database)).toBe(open - 2)
    // Another amount is another difference.
    await database.query(`UPDATE transfer_differences SET booked_fen = 6 WHERE order_no = 'small'`)
    await reconcileDay(product.services, day)
    expect(await countDifferences(database)).toBe(open - 1)
  })
})
