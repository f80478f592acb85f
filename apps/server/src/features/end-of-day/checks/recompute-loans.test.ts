import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { readExceptions } from '#features/order-watch/index.ts'
import {
  dueOf,
  moveDays,
  newPayer,
  placeOrder,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { changeLoanField } from '@qingzhou/lending/testing/loan-field'
import { customersOfNight, nightsOfCycle } from '@qingzhou/lending/end-of-day/failure-store'

const product = startProductForFile()
let owner: PoolDatabase
let payer: Payer
beforeAll(async () => {
  owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
  payer = await newPayer(product)
})
afterAll(async () => {
  await owner.close()
})

async function night(): Promise<void> {
  await moveDays(product, 1)
  for (let round = 0; round < 3; round += 1) {
    await product.runTasks()
    product.advance(6 * 60)
  }
}

const differences = async () => {
  const all = await readExceptions(owner, { isResolvedToo: true, limit: 100 })
  return all.filter(({ kind }) => kind === 'loan-differs')
}

const metrics = async () => (await product.app.inject({ url: '/metrics' })).body

const changeBalance = (column: string, byFen: number) =>
  owner.query(`UPDATE loan_balances SET ${column} = ${column} + $1 WHERE loan_no = $2`, [
    byFen,
    payer.loanNo,
  ])

const changeLastInterest = (byFen: number) =>
  changeLoanField(owner, payer.loanNo, {
    n: 6,
    field: 'interest_open_fen',
    to: (fenText) => String(Number(fenText) + byFen),
  })

describe('the nightly recomputation of loans from the audit log', { timeout: 120_000 }, () => {
  it('finds no difference in correct books, also after payments', async () => {
    await night()
    await placeOrder(payer, {
      aim: { kind: 'earlyPart', loanNo: payer.loanNo, amount: fen(1_000_00n) },
    })
    await product.runTasks()
    await moveDays(product, 29)
    await placeOrder(payer, { aim: dueOf(payer, 1) })
    await product.runTasks()
    await night()
    expect(await differences()).toEqual([])
    expect(product.logged()).toMatch(/"loans":1,.*"books.recomputed"/)
    expect(await metrics()).not.toContain('loan-differs')
  })

  const parts = ['principal_fen', 'interest_fen', 'penalty_fen', 'fee_fen']
  for (const column of parts) {
    const part = column.replace('_fen', '')
    it(`raises an exception and a metric if ${part} is one fen off, until it is corrected`, async () => {
      await changeBalance(column, 1)
      await night()
      const open = (await differences()).filter(({ resolvedAt }) => resolvedAt === undefined)
      expect(open).toMatchObject([
        { customer: payer.customer, subject: 'recomputation', subjectNo: payer.loanNo },
      ])
      expect(open[0]?.details).toMatch(
        new RegExp(`^on 20\\d\\d-\\d\\d-\\d\\d: ${part}: books [\\d.]+, recomputed [\\d.]+$`),
      )
      expect(await metrics()).toContain(
        'qingzhou_exceptions{kind="loan-differs",subject="recomputation"} 1',
      )
      await changeBalance(column, -1)
      await night()
      expect((await differences()).every(({ resolvedAt }) => resolvedAt instanceof Date)).toBe(true)
    })
  }

  it('finds a plan that was changed outside the product', async () => {
    await changeLastInterest(100)
    await night()
    const [found] = (await differences()).filter(({ resolvedAt }) => resolvedAt === undefined)
    expect(found?.details).toMatch(/instalment 6 differs from the plan recomputed/)
    await changeLastInterest(-100)
  })
})

describe('the nightly sample', () => {
  it('is the same for the same date, and covers every customer once in a cycle of nights', async () => {
    await owner.query(
      `INSERT INTO loans SELECT (jsonb_populate_record(loans, jsonb_build_object(
                'customer_no', 'sampled-' || lpad(n::text, 4, '0'),
                'loan_no', 'sampled-' || n))).*
         FROM loans CROSS JOIN generate_series(1, 99) AS n WHERE loan_no = $1`,
      [payer.loanNo],
    )
    const nights = await nightsOfCycle(owner, 10)
    expect(nights).toBe(16)
    expect(await nightsOfCycle(owner, 1000)).toBe(1)
    const sampleOf = (date: string) =>
      customersOfNight(owner, { date, nights, after: '', limit: 1000 })
    const first = localDate('2026-12-25')
    const all: string[] = []
    for (let day = 0; day < nights; day += 1) {
      const date = addDays(first, day)
      const sample = await sampleOf(date)
      expect(await sampleOf(date)).toEqual(sample)
      expect(sample.length).toBeLessThan(40)
      all.push(...sample.filter((customer) => customer.startsWith('sampled')))
    }
    expect(all.length).toBe(99)
    expect(new Set(all).size).toBe(99)
  })
})
