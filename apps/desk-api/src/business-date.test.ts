import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { readLoans } from '@qingzhou/lending/index'
import { setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import {
  bankBook,
  disburseLoan,
  newPayer,
  makeCardPayment,
  placeOrder,
  type Payer,
} from '@qingzhou/server/features/repayment/testing/payer.ts'
import { taskHandlersOf } from '@qingzhou/server/boot/task-handlers.ts'
import { runWorkers } from '@qingzhou/platform/tasks/run-workers'
import { buyItem, readMallOrder } from '@qingzhou/server/features/mall/testing/shopper.ts'
import { download } from '@qingzhou/server/features/settlement/testing/settled-borrower.ts'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { startProductForFile, startTestProduct } from '@qingzhou/server/testing/product.ts'
import { moveBusinessDate } from './business-date.ts'

const product = startProductForFile()

async function ask(method: 'GET' | 'POST', fields?: object, request = product) {
  const response = await request.app.inject({
    method,
    url: '/desk/api/business-date',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    ...(fields && { body: fields }),
  })
  return { status: response.statusCode, answer: response.json<{ businessDate?: string }>() }
}

describe('the test clock', () => {
  it('starts on the current day in Shanghai', async () => {
    expect((await ask('GET')).answer).toEqual({ businessDate: product.services.today() })
  })

  it('moves forward day by day and runs every end of day', async () => {
    const start = await product.services.businessDate()
    const { answer } = await ask('POST', { days: 3 })
    expect(answer).toEqual({ businessDate: addDays(start, 3), failures: 0 })
    expect((await ask('GET')).answer).toEqual({ businessDate: addDays(start, 3) })
    const runs = await product.services.database.query(
      'SELECT FROM end_of_day_runs WHERE finished_at IS NOT NULL',
    )
    expect(runs).toHaveLength(3)
  })

  it('the test clock is in the metrics', async () => {
    const metrics = await product.app.inject({ method: 'GET', url: '/metrics' })
    const businessDate = await product.services.businessDate()
    expect(metrics.body).toContain(
      `qingzhou_business_date_seconds ${Date.parse(businessDate) / 1000}`,
    )
    expect(metrics.body).toMatch(/^qingzhou_end_of_day_slices 1$/m)
    expect(metrics.body).toMatch(/^qingzhou_end_of_day_slices_done 1$/m)
    expect(metrics.body).toMatch(/^qingzhou_end_of_day_failures 0$/m)
  })

  it.each([{ days: 0 }, { days: -1 }, { days: 1.5 }, { days: 367 }, { days: '3' }, {}])(
    'refuses %j and does not move',
    async (fields) => {
      const before = await product.services.businessDate()
      expect((await ask('POST', fields)).status).toBe(422)
      expect(await product.services.businessDate()).toBe(before)
    },
  )
})

/** Signs an agreement to pay by the card without a code. */
async function signDebitAgreement({ client, card: { cardId } }: Payer): Promise<void> {
  product.advance(61)
  const { debitNo } = await client.api.cards.startDebitAgreement({ cardId })
  const { messages } = await inboxOfDesk()
  const dynamicCode = messages.find(({ text }) => text.includes('授权轻舟'))?.code ?? ''
  const agreementHeader = {
    prodSubNo: '103001',
    channelCode: '000000000004',
    hasFund: false,
  } as const
  const request = { ...agreementHeader, eventType: '0303', card: { cardId } } as const
  const { agreements } = await client.api.agreements.toConfirm(request)
  const agreed = agreements.map(({ code, version }) => ({ code, version }))
  await client.api.cards.confirmDebitAgreement({ debitNo, dynamicCode, agreed })
}

async function inboxOfDesk() {
  const answer = await product.app.inject({ method: 'GET', url: '/desk/api/inbox' })
  return answer.json<{
    messages: { to: string; text: string; code?: string; shownAt: string; receivedAt: string }[]
  }>()
}

const dayOf = (moment: number | string | undefined) => dayInShanghai(new Date(moment ?? 0))

/** The day on which a PDF says it was signed. */
const signingDay = (pdf: Buffer) => /\/M \(D:(\d{8})/.exec(pdf.toString('latin1'))?.[1]

describe('papers, orders and messages', { timeout: 60_000 }, () => {
  it('carry the business date of their act after the test clock has jumped', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    const earlier = await product.services.businessDate()
    await ask('POST', { days: 5 })
    const today = addDays(earlier, 5)
    const compact = today.replaceAll('-', '')
    expect(product.services.today() < earlier).toBe(true)

    const loanNo = await disburseLoan(product, payer)
    await signDebitAgreement(payer)
    const { orderNo } = await buyItem(product, payer)
    await makeCardPayment(product, payer, { kind: 'earlyFull', loanNo })
    const request = { requestNo: 'certificate-after-a-jump', kind: 'settlement' } as const
    const answer = await api.settlement.apply({ ...request, loanNos: [loanNo] })
    const [certificate] = answer.certificates

    const all = { kind: 'all', state: 'all', period: 'all', pageNo: 1 } as const
    const { transactions } = await api.repayment.loanHistory(all)
    expect(transactions.map(({ kind, on, at }) => [kind, on, dayOf(at)])).toEqual([
      ['repayment', today, today],
      ['draw', today, today],
      ['draw', today, today],
      ['draw', earlier, earlier],
    ])
    expect(dayOf((await readMallOrder(payer, orderNo)).orderedAt)).toBe(today)
    const { cardId } = payer.card
    expect(dayOf((await api.cards.hasDebitAgreement({ cardId })).signedAt)).toBe(today)

    const signed = await api.agreements.signedList({ loanNo, pageNo: 1 })
    expect(signed.agreements.map(({ signedAt }) => dayOf(signedAt))).toEqual([today, today, today])
    const before = await api.agreements.signedList({ loanNo: payer.loanNo, pageNo: 1 })
    expect(new Set(before.agreements.map(({ signedAt }) => dayOf(signedAt)))).toEqual(
      new Set([earlier]),
    )
    const agreementNo = signed.agreements[0]?.agreementNo ?? ''
    const agreement = await api.agreements.signed({ agreementNo })
    expect([agreement.signedOn, dayOf(agreement.signedAt)]).toEqual([today, today])
    for (const url of [agreement.pdfUrl, certificate?.pdfUrl ?? '']) {
      expect(signingDay((await download(product, url, payer.client)).pdf)).toBe(compact)
    }
    expect(certificate?.issuedOn).toBe(today)

    await product.runTasks()
    const { messages } = await inboxOfDesk()
    const own = messages.filter(({ to }) => to === payer.phone)
    expect(own.at(-1)).toMatchObject({ shownAt: expect.stringContaining(earlier) })
    expect(own[0]).toMatchObject({ shownAt: expect.stringContaining(today) })
    expect(dayOf(own[0]?.receivedAt)).toBe(product.services.today())
  })
})

describe('automatic debits under the test clock', { timeout: 120_000 }, () => {
  it('are final before the next day opens, so a card with funds never leads to an overdue loan', async () => {
    const own = await startTestProduct({}, [], 'now')
    const { services } = own
    const { database, log } = services
    const payer = await newPayer(own)
    await setFault(own, { provider: 'bank', settleMs: 300 })
    const workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })
    try {
      const [before] = await readLoans(database, payer.customer)
      const dueDates = before?.loan.instalments.map(({ dueDate }) => dueDate) ?? []

      const { status } = await ask('POST', { days: 100 }, own)
      expect(status).toBe(200)
      const debits = await bankBook(own, 'debit')
      expect(debits.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
      const paid = await database.query<{ quoted_on: string }>(
        `SELECT quoted_on FROM payment_orders WHERE state = 'paid' ORDER BY quoted_on`,
      )
      expect(paid.map((row) => row.quoted_on)).toEqual(dueDates.slice(0, 3))
      const penalties = await database.query(
        `SELECT FROM ledger_entries WHERE 'penalty' IN (debit_account::text, credit_account::text)`,
      )
      expect(penalties).toEqual([])

      // Every skipped day has sent its own reminders, and each message carries the day it is of.
      const { messages } = await payer.client.api.messages.list({ pageNo: 1 })
      const daysOf = (title: string) =>
        messages
          .filter((message) => message.title === title)
          .map(({ sentAt }) => dayOf(sentAt))
          .toReversed()
      expect(daysOf('还款提醒')).toEqual(
        dueDates.slice(0, 3).flatMap((due) => [addDays(due, -3), addDays(due, -1)]),
      )
      expect(daysOf('还款成功')).toEqual(dueDates.slice(0, 3))
    } finally {
      await workers.stop()
      await own.stop()
    }
  })

  it('are final when every card declines, and the clock goes on past the due date', async () => {
    const own = await startTestProduct({}, [], 'now')
    const { services } = own
    const { database, log } = services
    const payer = await newPayer(own)
    await setFault(own, { provider: 'bank', settleMs: 0, decline: true })
    const workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })
    try {
      const [before] = await readLoans(database, payer.customer)
      const dueDate = before?.loan.instalments[0]?.dueDate ?? services.today()
      const days = daysBetween({ from: services.today(), to: dueDate }) + 3

      expect((await ask('POST', { days }, own)).answer).toEqual({
        businessDate: addDays(dueDate, 3),
        failures: 0,
      })
      const debits = await database.query<{ quoted_on: string; tries: bigint }>(
        `SELECT quoted_on, count(*) AS tries FROM payment_orders
          WHERE actor = 'system' AND state = 'failed' GROUP BY quoted_on ORDER BY quoted_on`,
      )
      expect(debits.map(({ tries }) => Number(tries))).toEqual([3, 1, 1])
    } finally {
      await workers.stop()
      await own.stop()
    }
  })

  it('do not stop the clock while a payment of an earlier day is processing', async () => {
    const own = await startTestProduct({}, [], 'now')
    const { services } = own
    const { database, log } = services
    const payer = await newPayer(own)
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    const requestNo = await placeOrder(payer, { aim, payBy: 'wallet' })
    await payer.client.api.repayment.createWalletOrder({ requestNo })
    const workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })
    try {
      const { answer } = await ask('POST', { days: 40 }, own)
      expect(answer).toEqual({ businessDate: addDays(services.today(), 40), failures: 0 })
      expect(await bankBook(own, 'debit')).toEqual([])
    } finally {
      await workers.stop()
      await own.stop()
    }
  })

  it('automatic debits under the test clock that the bank never settles stop the clock on their day with a message', async () => {
    const own = await startTestProduct()
    try {
      const start = await own.services.businessDate()
      await own.services.database.query(
        `INSERT INTO tasks (customer_no, kind, payload, run_at)
         VALUES ('c', 'debit-loan', jsonb_build_object('date', $1::text), now())`,
        [addDays(start, 1)],
      )
      const clock = { permitDate: async () => {}, debitPatienceMs: 300 }
      await expect(moveBusinessDate(own.services, clock, { days: 3 })).rejects.toMatchObject({
        refusal: {
          message: `${addDays(start, 1)} 有 1 笔自动扣款尚未完成，请等银行处理完毕后再前进`,
        },
      })
      expect(await own.services.businessDate()).toBe(addDays(start, 1))
    } finally {
      await own.stop()
    }
  })
})
