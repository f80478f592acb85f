import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  type LocalDate,
} from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  disburseLoan,
  dueOf,
  moveDays,
  newPayer,
  makeCardPayment,
} from '#features/repayment/testing/payer.ts'
import { findLimit } from '@qingzhou/lending/index'
import { verifyLogs } from '@qingzhou/platform/staff-log/index'
import { startProductForFile } from '#testing/product.ts'
import { explainLimitReviews, reviewLimits } from './review-limits.ts'

const product = startProductForFile()

async function moveTo(day: LocalDate): Promise<void> {
  const from = await product.services.businessDate()
  await skipDays(product.services, daysBetween({ from, to: day }))
}

async function review(): Promise<void> {
  const date = await product.services.businessDate()
  await reviewLimits(product.services, { date, after: '' })
  await product.runTasks()
}

const textsTo = async (phone: string) =>
  (await messagesTo(product, phone)).map(({ text }) => text).filter((text) => text.includes('额度'))

describe('the monthly review', { timeout: 120_000 }, () => {
  it('raises the limit of a punctual borrower, tells them, and can be explained', async () => {
    const { services } = product
    const borrower = await newBorrower(product, { limit: fen(20_000_00n) })
    const start = await services.businessDate()
    const loanNo = await disburseLoan(product, borrower)
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await moveTo(addMonths(start, n))
      await makeCardPayment(product, { ...borrower, loanNo }, dueOf({ ...borrower, loanNo }, n))
    }
    await disburseLoan(product, borrower)
    await review()

    expect(await findLimit(services.database, borrower.customer)).toMatchObject({
      granted: 22_000_00n,
      used: 6_000_00n,
    })
    const [text] = await textsTo(borrower.phone)
    expect(text).toContain('您按时还款，额度已由 20,000.00 元调整为 22,000.00 元')
    const lines = await explainLimitReviews(services, borrower.customer)
    expect(lines).toEqual([
      `Limit reviewed on ${addMonths(start, 6)} by policy 2026-11-1`,
      'Outcome: raised, 20,000.00 to 22,000.00 yuan',
      'Ground: punctual',
      expect.stringContaining('punctual 6'),
      'Reviewed again just now: the same.',
    ])

    await review()
    expect(await explainLimitReviews(services, borrower.customer)).toEqual(lines)
    await moveTo(addMonths(start, 7))
    await review()
    expect(await explainLimitReviews(services, borrower.customer)).toContain(
      'Ground: changed-lately',
    )
  })

  it('lowers the limit of a borrower who is long overdue to what is in use, and keeps the others', async () => {
    const { services } = product
    const payer = await newPayer(product)
    const idle = await newBorrower(product)
    const start = await services.businessDate()
    await moveTo(addDays(addMonths(start, 2), 5))
    await review()
    // The limit of this test was opened by the server's clock, long before the business date.
    expect(await findLimit(services.database, payer.customer)).toMatchObject({
      granted: 6_000_00n,
      used: 6_000_00n,
    })
    expect(await textsTo(payer.phone)).toContainEqual(
      expect.stringContaining('额度由 50,000.00 元调整为 6,000.00 元，暂不能再借款'),
    )
    expect(await textsTo(idle.phone)).toEqual([])
    expect(await explainLimitReviews(services, idle.customer)).toContain(
      'Ground: too-few-instalments',
    )
    expect((await verifyLogs(services.database)).map(({ firstBroken }) => firstBroken)).toEqual([
      undefined,
      undefined,
    ])
  })

  it('is enqueued by the end of day', async () => {
    const fresh = await newBorrower(product)
    await moveDays(product, 1)
    const waiting = await product.services.database.query(
      `SELECT payload->>'date' AS date FROM tasks WHERE kind = 'review-limits'`,
    )
    expect(waiting).toEqual([{ date: await product.services.businessDate() }])
    await product.runTasks()
    expect(await explainLimitReviews(product.services, fresh.customer)).not.toEqual([])
  })
})
