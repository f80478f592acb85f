import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { Refusal } from '@qingzhou/domain/refusal'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { proposalKinds } from '#boot/proposal-kinds.ts'
import { verifyBooks } from '#features/end-of-day/checks/verify-books.ts'
import { executed, waitForBank } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { readCards } from '#features/cards/index.ts'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { actAlone, approve, propose, type Acting } from '#features/proposals/index.ts'
import { countDifferences, readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import {
  clearing,
  drawn,
  dueOf,
  moveTo,
  newPayer,
  orderNoOf,
  paid,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { findDraw, readLoans } from '#lending/index.ts'
import { bookableOrders } from './index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

let product: TestProduct
let agent: Acting
let reviewer: Acting
beforeAll(async () => {
  product = await startTestProduct()
  agent = { staffNo: (await newStaff(product, ['operator'])).staffNo, roles: ['operator'] }
  reviewer = { staffNo: (await newStaff(product, ['reviewer'])).staffNo, roles: ['reviewer'] }
})
afterAll(() => product.stop())

const deps = () => ({ ...product.services, kinds: proposalKinds })
const reason = '客户来电'

async function together(kind: string, parameters: Readonly<Record<string, unknown>>) {
  const { proposalNo } = await propose(deps(), agent, { kind, parameters, reason })
  return approve(deps(), reviewer, { proposalNo })
}

function expectRefusal(act: Promise<unknown>, refusal: Refusal) {
  return expect(act).rejects.toMatchObject({ refusal })
}

async function loanOf({ customer, loanNo }: Payer) {
  const loans = await readLoans(product.services.database, customer)
  const record = loans.find((one) => one.loanNo === loanNo)
  if (!record) throw new Error('no loan')
  return record
}

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
    const { bookable, left } = await bookableOrders(deps(), day)
    expect([bookable, left.map(({ reason: why }) => why)]).toEqual([
      [],
      ['difference-not-matchable'],
    ])

    const where = { provider: 'bank', day, orderNo: 'lostinrestore1' }
    await together('match-transfer', { ...where, customer, loanNo })
    await reconcileDay(product.services, day)
    expect(await readDifferences(database, undefined)).toEqual([])
    expect(await clearing(product)).toBe(0n)
  })

  it('books a debit and a draw that the bank declined and has carried out after all', async () => {
    const { database, today } = product.services
    const payer = await newPayer(product)
    const { customer } = payer
    await setFault(product, { provider: 'bank', decline: true })
    const requestNo = await paid(product, payer, dueOf(payer, 1))
    const { drawNo } = await executed(product, payer)
    await waitForBank(product)
    await setFault(product, { provider: 'bank', decline: false })
    const draw = await findDraw(database, { customer, drawNo })
    expect(draw?.state).toBe('released')
    const moved = [await orderNoOf(product, requestNo), draw?.loanNo]
    for (const orderNo of moved) {
      await fetch(`${product.sandbox.url}/bank/change-of-mind`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orderNo }),
      })
    }
    await reconcileDay(product.services, today())
    const { bookable, left } = await bookableOrders(deps(), today())
    expect([bookable.map(({ kind }) => kind), left]).toEqual([['payout', 'debit'], []])
    const transfers = bookable.map(({ provider, day, orderNo, theirs }) => {
      return { provider, day, orderNo, amount: theirs }
    })
    const less = [{ ...transfers[0], amount: fen(1n) }]
    await expectRefusal(
      propose(deps(), agent, { kind: 'book-transfers', parameters: { transfers: less }, reason }),
      { kind: 'difference-unknown' },
    )
    expect((await together('book-transfers', { transfers })).state).toBe('done')
    expect((await payer.client.api.repayment.result({ repaySeqNo: requestNo })).state).toBe('paid')
    expect((await payer.client.api.loans.result({ loanSeqNo: drawNo })).state).toBe('paid')
    await reconcileDay(product.services, today())
    expect(await readDifferences(database, undefined)).toEqual([])
    expect(await clearing(product)).toBe(0n)
    expect(await verifyBooks(database)).toEqual([])
  })

  it('[R17] books a transfer of an earlier day for that day, once: no penalty stays', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo } = payer
    const { loan } = await loanOf(payer)
    const firstDue = loan.instalments[0]?.dueDate ?? loan.start
    const amount = dueOn(firstDue, loan)
    await moveTo(product, addDays(firstDue, 10))
    const late = await loanOf(payer)
    expect(dueOn(addDays(firstDue, 10), late.loan)).toBeGreaterThan(amount)

    const transfer = {
      customer,
      loanNo,
      amount,
      receivedOn: firstDue,
      reference: 'ICBC-20261219-1',
    }
    const { state } = await together('book-payment', transfer)
    expect(state).toBe('done')
    const { loan: after } = await loanOf(payer)
    expect(dueOn(addDays(firstDue, 10), after)).toBe(0n)
    expect(after.instalments[0]?.due.penalty).toBe(0n)
    expect(await clearing(product)).toBe(0n)
    await expectRefusal(
      propose(deps(), agent, { kind: 'book-payment', parameters: transfer, reason }),
      {
        kind: 'payment-booked',
      },
    )
  })

  it('gives an amount back at the lender’s cost, at most what was paid', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo } = payer
    await paid(product, payer, dueOf(payer, 1))
    const before = await loanOf(payer)
    await together('refund-amount', { customer, loanNo, amount: fen(5_00n) })
    expect((await loanOf(payer)).loan).toEqual(before.loan)
    const { refunds } = {
      refunds: await product.services.database.query(
        `SELECT amount_fen, state FROM refunds WHERE customer_no = $1`,
        [customer],
      ),
    }
    expect(refunds).toEqual([{ amount_fen: 500n, state: 'owed' }])
    const tooMuch = { customer, loanNo, amount: fen(50_000_00n) }
    await expectRefusal(
      propose(deps(), agent, { kind: 'refund-amount', parameters: tooMuch, reason }),
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
    const before = await loanOf(payer)
    const requestNo = await paid(product, payer, dueOf(payer, 1))
    const parameters = {
      customer,
      paymentNo: `${requestNo}-1`,
      day: product.services.today(),
      cause: 'disputed',
    }
    expect((await together('reverse-payment', parameters)).state).toBe('done')
    expect((await loanOf(payer)).loan.instalments).toEqual(before.loan.instalments)
    await expectRefusal(propose(deps(), agent, { kind: 'reverse-payment', parameters, reason }), {
      kind: 'payment-unknown',
    })
  })
})

async function newestMessage({ phone }: Pick<Payer, 'phone'>): Promise<string> {
  await product.runTasks()
  return (await messagesTo(product, phone))[0]?.text ?? ''
}

describe('a charge', { timeout: 60_000 }, () => {
  it('[W5] is waived by two people: bill, books and message', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo, client } = payer
    const { loan } = await loanOf(payer)
    const day = addDays(loan.instalments[0]?.dueDate ?? loan.start, 10)
    await moveTo(product, day)
    const due = dueOn(day, loan)
    const waiver = { customer, loanNo, part: 'penalty', amount: fen(1_00n) }
    expect((await together('waive-amount', waiver)).result).toBe('part=penalty waived=100')

    expect(dueOn(day, (await loanOf(payer)).loan)).toBe(due - 1_00n)
    const { instalments } = await client.api.repayment.plan({ loanNo })
    expect(instalments[0]).toMatchObject({ waived: { penalty: 1_00n, interest: 0n } })
    expect(await newestMessage(payer)).toContain('已减免罚息 1.00 元，目前应还')
    const [waived] = await product.services.database.query<{ amount: bigint }>(
      `SELECT sum(amount_fen)::bigint AS amount FROM ledger_entries
        WHERE customer_no = $1 AND debit_account = 'waived' AND credit_account = 'penalty'`,
      [customer],
    )
    expect(waived?.amount).toBe(100n)
    await expectRefusal(
      propose(deps(), agent, {
        kind: 'waive-amount',
        parameters: { ...waiver, part: 'fee' },
        reason,
      }),
      { kind: 'nothing-due' },
    )
    // The message is not for the family of a customer who has died.
    await actAlone(deps(), agent, {
      kind: 'block-customer',
      parameters: { customer, reason: 'death' },
      reason,
    })
    await together('waive-amount', { ...waiver, amount: fen(50n) })
    expect(await newestMessage(payer)).toContain('已减免罚息 1.00 元')
  })
})

describe('a payment booked on the wrong loan', { timeout: 90_000 }, () => {
  it('[R16, R17] is moved to the right one as of its day, also to another customer', async () => {
    const [payer, other] = [await newPayer(product), await newPayer(product)]
    const { customer, loanNo } = payer
    const before = await loanOf(payer)
    const firstDue = before.loan.instalments[0]?.dueDate ?? before.loan.start
    const amount = dueOn(firstDue, before.loan)
    await moveTo(product, addDays(firstDue, 10))
    const late = await loanOf(payer)
    const transfer = { customer, loanNo, amount, receivedOn: firstDue, reference: 'ICBC-WRONG-1' }
    const paymentNo = paymentIn((await together('book-payment', transfer)).result)
    expect(await newestMessage(payer)).toContain('您的转账还款')
    const move = { customer, paymentNo, toLoan: other.loanNo }
    const { state, result } = await together('move-payment', move)
    expect(state).toBe('done')

    expect((await loanOf(payer)).loan.instalments).toEqual(late.loan.instalments)
    const { loan: right } = await loanOf(other)
    expect(dueOn(addDays(firstDue, 10), right)).toBe(0n)
    expect(right.instalments[0]).toMatchObject({ due: { penalty: 0n } })
    expect(await clearing(product)).toBe(0n)
    expect(await newestMessage(payer)).toContain('属于误记，现已更正')
    expect(await newestMessage(other)).toContain('您的转账还款')
    const { payment } = await payer.client.api.repayment.payment({ paymentNo })
    expect(payment).toMatchObject({ isTransfer: true, wasBookedWrongly: true })
    await expectRefusal(
      propose(deps(), agent, { kind: 'move-payment', parameters: move, reason }),
      {
        kind: 'payment-not-reversible',
        reason: 'reversed',
      },
    )

    // And back: it is the same payment under a new number.
    const back = { customer: other.customer, paymentNo: paymentIn(result), toLoan: loanNo }
    await together('move-payment', back)
    expect(dueOn(addDays(firstDue, 10), (await loanOf(payer)).loan)).toBe(0n)
    expect(await clearing(product)).toBe(0n)
  })

  it('stays where it is if the customer ordered it for that loan', async () => {
    const payer = await newPayer(product)
    const { customer } = payer
    const toLoan = await drawn(product, payer)
    const paymentNo = `${await paid(product, payer, dueOf(payer, 1))}-1`
    const parameters = { customer, paymentNo, toLoan }
    await expectRefusal(propose(deps(), agent, { kind: 'move-payment', parameters, reason }), {
      kind: 'payment-not-movable',
      reason: 'ordered',
    })
  })
})

const paymentIn = (result: string) => /payment=(\S+)/.exec(result)?.[1] ?? ''

describe('a difference', { timeout: 60_000 }, () => {
  it('is closed by one person up to an amount, else by two, and stays closed', async () => {
    const { database, today } = product.services
    const day = addDays(today(), -3)
    for (const [orderNo, amount] of [
      ['small', 5],
      ['large', 500_000],
    ] as const) {
      await database.query(
        `INSERT INTO moved_transfers (customer_no, order_no, provider, kind, amount_fen, moved_on)
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
    await actAlone(deps(), agent, {
      kind: 'close-small-difference',
      parameters: close('small'),
      reason,
    })
    await expectRefusal(
      actAlone(deps(), agent, {
        kind: 'close-small-difference',
        parameters: close('large'),
        reason,
      }),
      { kind: 'second-person-needed', above: fen(1_000_00n) },
    )
    expect((await together('close-difference', close('large'))).state).toBe('done')
    expect(await countDifferences(database)).toBe(open - 2)
    await reconcileDay(product.services, day)
    expect(await countDifferences(database)).toBe(open - 2)
    // Another amount is another difference.
    await database.query(`UPDATE transfer_differences SET ours_fen = 6 WHERE order_no = 'small'`)
    await reconcileDay(product.services, day)
    expect(await countDifferences(database)).toBe(open - 1)
  })
})
