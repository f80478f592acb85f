import { afterEach, describe, expect, it } from 'vitest'
import { compactDate, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, fen } from '@qingzhou/domain/money/money'
import { bindNewCard } from '#features/cards/testing/cardholder.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import { debitDay } from './debit-day.ts'
import { remindDay } from './remind-day.ts'
import {
  bankBook,
  readClearingBalance,
  confirmCardPayment,
  disburseLoan,
  dueOf,
  moveDays,
  moveTo,
  newPayer,
  paymentCode,
  placeOrder,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { automaticNo, roundOf } from './enqueue-debit.ts'

const product = startProductForFile()
afterEach(() => setFault(product, { provider: 'bank', decline: false, down: false }))

async function debitsOf({ loanNo }: Payer) {
  const debits = await bankBook(product, 'debit')
  return debits.filter(({ orderNo }) => orderNo.includes(loanNo)).toReversed()
}

/** Moves the business date to the due date of the next instalment; only the last days are booked one by one. */
async function moveDateToDueDate({ client, loanNo }: Payer): Promise<void> {
  const { loan } = await client.api.repayment.plan({ loanNo })
  const dueDate = loan.next?.dueDate
  if (!dueDate) throw new Error(`loan ${loanNo}: no due date`)
  const days = daysBetween({ from: await product.services.businessDate(), to: dueDate })
  if (days > DAYS_BOOKED) await skipDays(product.services, days - DAYS_BOOKED)
  await moveTo(product, dueDate)
}
const DAYS_BOOKED = 3

const textEndingIn = (lastFour: string): unknown =>
  expect.stringMatching(new RegExp(`${lastFour}$`))

const openOf = async ({ client, loanNo }: Payer) =>
  (await client.api.repayment.plan({ loanNo })).loan.next?.n

const tries = async (payer: Payer) => (await debitsOf(payer)).length

async function countFailureSms({ phone }: Payer): Promise<number> {
  const texts = await messagesTo(product, phone)
  return texts.filter(({ text }) => text.includes('自动扣款')).length
}

/** Of the work of a hundred days only the debits matter here. */
async function leaveOnlyDebits(): Promise<void> {
  await product.services.database.query(
    `DELETE FROM tasks WHERE kind NOT IN ('debit-day', 'debit-loan') AND task_key ~ '^\\d{4}-'`,
  )
}

describe('the automatic debit', { timeout: 60_000 }, () => {
  it('debits the due amount once on the due date from the card of the loan, and sends an SMS', async () => {
    const payer = await newPayer(product)
    await moveDateToDueDate(payer)
    const { dueNow } = await payer.client.api.repayment.overview({})
    await waitForBank(product)
    expect(await debitsOf(payer)).toMatchObject([
      { amountFen: String(dueNow), state: 'done', timesOrdered: 1 },
    ])
    expect(await openOf(payer)).toBe(2)
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('自动扣款')

    // A repeated run of the same day debits nothing.
    const date = await product.services.businessDate()
    await debitDay(product.services, { date, after: { customer: '', loanNo: '' } })
    await waitForBank(product)
    expect(await debitsOf(payer)).toHaveLength(1)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is announced by SMS three days and one day before, once each, with the amount of the bill', async () => {
    const payer = await newPayer(product)
    const { nextDueDate, nextAmount } = await payer.client.api.repayment.overview({})
    const dueDate = nextDueDate ?? (await product.services.businessDate())
    const reminders = async () => {
      await product.runTasks()
      const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
      return texts.filter((text) => text.includes(`将于 ${dueDate} 到期`))
    }
    const from = await product.services.businessDate()
    await skipDays(product.services, daysBetween({ from, to: dueDate }) - 5)
    const counts: number[] = []
    for (const _ of [4, 3, 2, 1]) {
      await moveDays(product, 1)
      counts.push((await reminders()).length)
      const date = await product.services.businessDate()
      await remindDay(product.services, { date, after: '' })
    }
    expect(counts).toEqual([0, 1, 1, 2])
    expect((await reminders())[0]).toContain(`${displayYuan(nextAmount ?? fen(0n))} 元`)
  })

  it('tries the other cards after a decline', async () => {
    const payer = await newPayer(product)
    const other = await bindNewCard(product, payer)
    await emptyCard(payer)
    await moveDateToDueDate(payer)
    await waitForBank(product)
    await waitForBank(product)
    const debits = await debitsOf(payer)
    expect(debits.map(({ state }) => state)).toEqual(['declined', 'done'])
    expect(debits[1]?.cardNumber.slice(-4)).toBe(other.lastFour)
    expect(await openOf(payer)).toBe(2)
  })

  it('debits parts within the limits of a card, and the rest from the next card when its day is used up', async () => {
    const wish = { amount: fen(50_000_00n), months: 3 }
    const [payer, limited] = [await newPayer(product, wish), await newPayer(product, wish)]
    const other = await bindNewCard(product, limited)
    // A bank whose limit of a day is that of one payment.
    await product.services.database.query(
      `UPDATE cards SET bank_code = 'BJBANK' WHERE card_id = $1`,
      [limited.card.cardId],
    )
    await moveDays(product, 100)
    await leaveOnlyDebits()
    const { dueNow } = await payer.client.api.repayment.overview({})
    for (const _ of [1, 2, 3]) await waitForBank(product)
    const parts = [
      { amountFen: '5000000', state: 'done', cardNumber: textEndingIn(payer.card.lastFour) },
      { amountFen: String(dueNow - 50_000_00n), state: 'done' },
    ]
    expect(await debitsOf(payer)).toMatchObject(parts)
    expect(await debitsOf(limited)).toMatchObject([
      { amountFen: '5000000', cardNumber: textEndingIn(limited.card.lastFour) },
      { state: 'done', cardNumber: textEndingIn(other.lastFour) },
    ])
    for (const one of [payer, limited]) {
      expect((await one.client.api.repayment.overview({})).dueNow).toBe(0n)
    }
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('sends an SMS about the limit when no card can pay the rest', async () => {
    const payer = await newPayer(product, { amount: fen(50_000_00n), months: 3 })
    await product.services.database.query(
      `UPDATE cards SET bank_code = 'BJBANK' WHERE card_id = $1`,
      [payer.card.cardId],
    )
    const { instalments } = await payer.client.api.repayment.plan({ loanNo: payer.loanNo })
    const from = await product.services.businessDate()
    await moveDays(product, daysBetween({ from, to: instalments.at(-1)?.dueDate ?? from }))
    await leaveOnlyDebits()
    for (const _ of [1, 2, 3]) await waitForBank(product)
    expect(await debitsOf(payer)).toMatchObject([{ amountFen: '5000000', state: 'done' }])
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('限额'))).toHaveLength(1)
  })

  it('retries later on the due date, sends an SMS after the first and the last round, and continues the next day', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', decline: true })
    await moveDateToDueDate(payer)
    await waitForBank(product)
    await waitForBank(product)
    expect(await debitsOf(payer)).toHaveLength(1)
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('再次扣款')
    for (const hours of [5, 6, 6]) {
      product.advance(hours * 3_600)
      await waitForBank(product, 30)
      await waitForBank(product)
    }
    const failed = await debitsOf(payer)
    expect(failed.map(({ orderNo }) => roundOf(orderNo))).toEqual([1, 2, 3])
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('自动扣款'))).toHaveLength(2)
    expect(texts[0]).toContain('以免产生罚息')

    await setFault(product, { provider: 'bank', decline: false })
    await moveDays(product, 1)
    await waitForBank(product)
    expect((await debitsOf(payer)).at(-1)).toMatchObject({ state: 'done' })
    expect(await openOf(payer)).toBe(2)
  })

  it('tries an overdue loan once a day, and sends the SMS on days 1, 3 and 7', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', decline: true })
    await moveDateToDueDate(payer)
    const before = await tries(payer)
    const told: number[] = []
    for (let late = 1; late <= 8; late += 1) {
      const earlier = await countFailureSms(payer)
      await moveDays(product, 1)
      for (const _ of [1, 2, 3]) await waitForBank(product, 6 * 3_600)
      if ((await countFailureSms(payer)) > earlier) told.push(late)
    }
    expect((await tries(payer)) - before).toBe(8)
    expect(told).toEqual([1, 3, 7])
  })

  it('does not debit a bill while the borrower is paying it', async () => {
    const payer = await newPayer(product)
    await moveDateToDueDate(payer)
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await waitForBank(product, 60)
    product.advance(11 * 60)
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect(await debitsOf(payer)).toEqual([])
    expect(await openOf(payer)).toBe(2)
  })

  it('blocks other payments of the same bill while it is in progress', async () => {
    const payer = await newPayer(product)
    await moveDateToDueDate(payer)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1) })
    const byApp = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'wallet' })
    const dynamicCode = await paymentCode(product, payer)
    await setFault(product, { provider: 'bank', settleMs: 120_000 })
    await product.runTasks()
    const { repayment } = payer.client.api
    const running = { kind: 'payment-running' } as const
    await expectRefusal(repayment.confirm({ requestNo, dynamicCode }), running)
    await expectRefusal(repayment.createWalletOrder({ requestNo: byApp }), running)
    const { order } = await repayment.overview({})
    expect(order?.requestNo).toMatch(/^auto-/)
    await waitForBank(product, 180)
    await setFault(product, { provider: 'bank', settleMs: 1_000 })
    expect(await debitsOf(payer)).toHaveLength(1)
    // After the bill is paid, both orders are closed.
    expect(await repayment.confirm({ requestNo, dynamicCode })).toEqual({ state: 'closed' })
    await expectRefusal(repayment.createWalletOrder({ requestNo: byApp }), {
      kind: 'repayment-quote-outdated',
    })
  })

  it('does not block other loans when the debit of one loan fails', async () => {
    const [payer, other] = [await newPayer(product), await newPayer(product)]
    await disburseLoan(product, other)
    await product.services.database.query(
      `INSERT INTO bank_orders (order_no, kind, customer_no) VALUES ($1, 'debit', 'another')`,
      [await nextNoOf(payer)],
    )
    await moveDateToDueDate(payer)
    await waitForBank(product)
    expect(await debitsOf(payer)).toEqual([])
    expect(await openOf(payer)).toBe(1)
    expect(await openOf(other)).toBe(2)
  })
})

/** The order number of the next automatic debit. */
async function nextNoOf({ client, loanNo }: Payer): Promise<string> {
  const { loan } = await client.api.repayment.plan({ loanNo })
  if (!loan.next) throw new Error(`loan ${loanNo}: no open instalment`)
  return automaticNo({ loanNo, date: loan.next.dueDate, round: 1 }, 1)
}

/** Debits the whole balance of a card. */
async function emptyCard({ card }: Payer): Promise<void> {
  const response = await fetch(`${product.sandbox.url}/bank/cards`)
  // The sandbox routes define the shape of this answer.
  const { cards } = (await response.json()) as {
    cards: { cardToken: string; cardNumber: string; balanceFen: string }[]
  }
  const found = cards.findLast(({ cardNumber }) => cardNumber.endsWith(card.lastFour))
  if (!found) throw new Error(`card ending ${card.lastFour}: not found at the sandbox bank`)
  const { cardToken, balanceFen } = found
  const day = compactDate(product.services.today())
  // Two halves, within the bank's limit of one debit.
  const half = BigInt(balanceFen) / 2n
  for (const [n, amount] of [half, BigInt(balanceFen) - half].entries()) {
    const wireNo = `spent${day}${card.lastFour}${n}`
    const orderedAt = product.services.now()
    const order = { wireNo, orderedAt, kind: 'debit', cardToken, amount: fen(amount) } as const
    await product.services.providers.bank.transfer(order)
  }
}
