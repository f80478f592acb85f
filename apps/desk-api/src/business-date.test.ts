import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { readLoans } from '@qingzhou/server/lending/index.ts'
import { setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { bankBook, newPayer, placed } from '@qingzhou/server/features/repayment/testing/payer.ts'
import { taskHandlersOf } from '@qingzhou/server/boot/task-handlers.ts'
import { runWorkers } from '@qingzhou/server/platform/tasks/run-workers.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { moveBusinessDate } from './business-date.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

async function ask(method: 'GET' | 'POST', fields?: object, asked = product) {
  const response = await asked.app.inject({
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

  it('is in the metrics', async () => {
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
        `SELECT quoted_on FROM repayments WHERE state = 'paid' ORDER BY quoted_on`,
      )
      expect(paid.map((row) => row.quoted_on)).toEqual(dueDates.slice(0, 3))
      const penalties = await database.query(
        `SELECT FROM ledger_entries WHERE 'penalty' IN (debit_account::text, credit_account::text)`,
      )
      expect(penalties).toEqual([])
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
        `SELECT quoted_on, count(*) AS tries FROM repayments
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
    const repaySeqNo = await placed(payer, { aim, payBy: 'wallet' })
    await payer.client.api.repayment.createWalletOrder({ repaySeqNo })
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

  it('that the bank never settles stop the clock on their day with a message', async () => {
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
