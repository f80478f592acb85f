import { afterEach, describe, expect, it } from 'vitest'
import type { PlannedInstalment } from '@qingzhou/contract/features/loans'
import { sendCallback } from '#testing/send-callback.ts'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { findDraw, findLimit, readLoans } from '@qingzhou/lending/index'
import { messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { loanResult } from '#features/loans/execute-loan.ts'
import {
  executeDraw,
  newBorrower,
  waitForBank,
  type TestBorrower,
} from '#features/loans/testing/borrower.ts'

const product = startProductForFile()
afterEach(() => setFault(product, { ...bankIsWell, provider: 'bank' }))

const bankIsWell = { down: false, delayMs: 0, failNext: 0, settleMs: 1_000, decline: false }

async function loanNoOf({ customer }: TestBorrower, drawNo: string): Promise<string> {
  const draw = await findDraw(product.services.database, { customer, drawNo })
  return draw?.loanNo ?? ''
}

const sendTransferCallback = (notice: object) => sendCallback(product, 'transfer', notice)

/** The bank's own record of an order: how often it was sent, its amount and state. */
async function bankBook(orderNo: string) {
  const response = await fetch(`${product.sandbox.url}/bank/transfers`)
  const { transfers } = (await response.json()) as {
    transfers: { orderNo: string; timesOrdered: number; amountFen: string; state: string }[]
  }
  return transfers.filter((transfer) => transfer.orderNo === orderNo)
}

const clearingBalance = async () => {
  const rows = await product.services.database.query<{ account: string; balance_fen: bigint }>(
    `SELECT account, balance_fen::bigint FROM general_ledger WHERE account = 'clearing'`,
  )
  return rows[0]?.balance_fen ?? 0n
}

describe('disbursing a draw', () => {
  it('repeated and unordered callbacks of the bank yield one loan and one disbursement', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await executeDraw(product, borrower)
    await product.runTasks()
    const orderNo = await loanNoOf(borrower, drawNo)
    expect(await sendTransferCallback({ orderNo, state: 'done' })).toBe(200)
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('processing')

    product.advance(5)
    const notices = [
      { orderNo, state: 'done' },
      { orderNo, state: 'processing' },
      { orderNo, state: 'declined', reason: 'late' },
      { orderNo, state: 'done' },
    ]
    await Promise.all(notices.map(sendTransferCallback))
    await Promise.all([product.runTasks(), ...notices.map(sendTransferCallback)])
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('paid')
    expect(await readLoans(product.services.database, borrower.customer)).toHaveLength(1)
    expect(await clearingBalance()).toBe(0n)
  })

  it('a bank that pays without answering is polled, and pays once', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await executeDraw(product, borrower)
    await setFault(product, { provider: 'bank', cutAfter: true })
    await product.runTasks()
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('processing')
    await setFault(product, { provider: 'bank', cutAfter: false })
    product.advance(30)
    await product.runTasks()
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('paid')
    const orderNo = await loanNoOf(borrower, drawNo)
    expect(await bankBook(orderNo)).toMatchObject([{ timesOrdered: 1, state: 'done' }])
  })

  it('a bank that is down for an hour is retried until it is back', async () => {
    const borrower = await newBorrower(product)
    await setFault(product, { provider: 'bank', down: true })
    const { drawNo } = await executeDraw(product, borrower)
    for (let minutes = 0; minutes < 60; minutes += 6) {
      await product.runTasks()
      product.advance(360)
    }
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('processing')
    await setFault(product, { provider: 'bank', down: false })
    await waitForBank(product, 660)
    await waitForBank(product, 660)
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('paid')
  })

  it('a declined disbursement releases the limit, shows the reason, and sends one SMS', async () => {
    const borrower = await newBorrower(product)
    await setFault(product, { provider: 'bank', decline: true })
    const { drawNo } = await executeDraw(product, borrower)
    await waitForBank(product)
    await setFault(product, { provider: 'bank', decline: false })
    const result = await borrower.client.api.loans.result({ drawNo })
    expect(result).toMatchObject({ state: 'failed', reason: '银行暂不受理该笔交易' })
    expect((await findLimit(product.services.database, borrower.customer))?.used).toBe(0n)
    await product.runTasks()
    const texts = (await messagesTo(product, borrower.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('未能放款'))).toHaveLength(1)

    const orderNo = await loanNoOf(borrower, drawNo)
    await sendTransferCallback({ orderNo, state: 'done' })
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('failed')
  })

  it.each([
    ['pays before midnight and is heard of after it', { settleMs: 1_000 }, 0],
    ['is reached only on the next day', { down: true }, 1],
  ])('a bank that %s starts the plan on its disbursement day', async (_, fault, daysLater) => {
    const borrower = await newBorrower(product)
    const { drawNo, request } = await executeDraw(product, borrower)
    const { amount, months, method } = request
    const terms = { amount, months, method }
    const signed = await borrower.client.api.loans.quote(terms)
    await setFault(product, { provider: 'bank', ...fault })
    await product.runTasks()
    const { services } = product
    const today = await services.businessDate()
    product.advance(86_400)
    await services.endOfDay(addDays(today, 1), { debits: 'ignore' })
    await setFault(product, { provider: 'bank', down: false })
    await waitForBank(product, 660)
    const result = await loanResult(services, borrower.customer, { drawNo })
    expect(result).toMatchObject({ state: 'paid', paidOn: addDays(today, daysLater) })
    expect(amountsOf(result.plan)).toEqual(amountsOf(signed.plan))
    expect(result.plan?.[0]?.dueDate !== signed.plan[0]?.dueDate).toBe(daysLater > 0)
  })
})

function amountsOf(plan: readonly PlannedInstalment[] = []) {
  return plan.map(({ n, principal, interest, amount }) => ({ n, principal, interest, amount }))
}
