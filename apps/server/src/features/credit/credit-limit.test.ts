import { describe, expect, it } from 'vitest'
import { addDays, addMonths, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cancelLimit, openLimit } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { newApplicant, type Applicant } from '#features/identity/testing/applicant.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

function act({ customer }: Applicant, requestNo: string) {
  return { customer, requestNo, actor: 'customer' }
}

async function holder(): Promise<Applicant> {
  const applicant = await newApplicant(product)
  const amount = fen(20_000_00n)
  await openLimit(product.services, act(applicant, 'limit'), {
    amount,
    grade: 'C',
    lender: 'consumer-finance',
  })
  return applicant
}

async function borrow(applicant: Applicant, requestNo: string, amount: bigint): Promise<void> {
  await drawLoan(product.services, act(applicant, requestNo), {
    amount: fen(amount),
    months: 3,
    method: 'equal-principal',
    purpose: 'daily',
  })
}

describe('the limit page', { timeout: 60_000 }, () => {
  it('is refused for a customer without a limit', async () => {
    const { client } = await newApplicant(product)
    await expectRefusal(client.api.credit.limit({}), { kind: 'limit-unknown' })
  })

  it('[7.055] shows total, used and available limit, rate and expiry date', async () => {
    const applicant = await holder()
    const today = await product.services.businessDate()
    const answer = await applicant.client.api.credit.limit({})
    expect(answer).toEqual({
      state: 'open',
      total: 20_000_00n,
      used: 0n,
      available: 20_000_00n,
      annualRate: 144_000n,
      validUntil: addMonths(today, 12),
    })
    await borrow(applicant, 'one', 3_000_00n)
    expect(await applicant.client.api.credit.limit({})).toMatchObject({
      used: 3_000_00n,
      available: 17_000_00n,
    })
  })

  it('adds up the next due instalments of all loans', async () => {
    const applicant = await holder()
    await borrow(applicant, 'one', 3_000_00n)
    await borrow(applicant, 'two', 6_000_00n)
    const today = await product.services.businessDate()
    const { dueSoon } = await applicant.client.api.credit.limit({})
    const dueDate = addMonths(today, 1)
    const days = daysBetween({ from: today, to: dueDate })
    expect(dueSoon).toEqual({ amount: 3_000_00n + 108_00n, dueDate, isOverdue: false, days })
  })

  it('shows overdue amounts with penalty first', async () => {
    const applicant = await holder()
    await borrow(applicant, 'one', 3_000_00n)
    const start = await product.services.businessDate()
    await product.services.endOfDay(addDays(addMonths(start, 1), 10), { debits: 'ignore' })
    const { dueSoon } = await applicant.client.api.credit.limit({})
    expect(dueSoon).toMatchObject({ dueDate: addMonths(start, 1), isOverdue: true, days: 10 })
    expect(dueSoon?.amount).toBeGreaterThan(1_000_00n + 36_00n)
  })

  it('shows that the limit is cancelled', async () => {
    const applicant = await holder()
    await cancelLimit(product.services, act(applicant, 'end'))
    expect(await applicant.client.api.credit.limit({})).toMatchObject({ state: 'cancelled' })
  })
})
