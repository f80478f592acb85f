import { describe, expect, it } from 'vitest'
import { patient } from '#features/identity/testing/applicant.ts'
import { findLimit } from '@qingzhou/lending/index'
import { newBorrower, readyToApply } from '#features/loans/testing/borrower.ts'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { insertBorrower } from '#features/loans/testing/inserted-borrower.ts'
import { savePassedCheck } from '#features/onboarding/codes/sms-code-store.ts'
import type { Services } from '#services.ts'
import { startProductForFile } from '#testing/product.ts'
import { cancellationStep, cancel } from './handlers.ts'
import { readyToCancel, newRequestNo } from './testing/cancellation.ts'

const product = startProductForFile(patient)

async function traces(customer: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await product.services.database.query<Record<string, unknown>>(
    `SELECT (SELECT state FROM limits WHERE customer_no = $1) AS limit,
            (SELECT count(*) FROM limit_cancellations
              WHERE customer_no = $1 AND cancelled_on IS NOT NULL) AS cancellations,
            (SELECT count(*) FROM audit_log
              WHERE customer_no = $1 AND act = 'cancel-limit') AS acts,
            (SELECT count(*) FROM outbox
              WHERE customer_no = $1 AND kind = 'limit-cancelled') AS messages`,
    [customer],
  )
  return row
}

const UNCHANGED = { limit: 'open', cancellations: 0n, acts: 0n, messages: 0n }
const everything = { limit: 'cancelled', cancellations: 1n, acts: 1n, messages: 1n }

describe('concurrent calls', { timeout: 90_000 }, () => {
  it('ten cancellations succeed once', async () => {
    const borrower = await newBorrower(product)
    await readyToCancel(product, borrower)
    const { client, customer } = borrower
    const taps = Array.from({ length: 10 }, () =>
      client.api['limit-cancellation'].cancel({ requestNo: newRequestNo() }),
    )
    const ends = await Promise.allSettled(taps)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await traces(customer)).toEqual(everything)
  })

  it('exactly one of a concurrent draw and cancellation succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const borrower = await newBorrower(product)
      const { client, customer } = borrower
      const request = await readyToApply(borrower)
      await readyToCancel(product, borrower)
      const cancelling = client.api['limit-cancellation'].cancel({ requestNo: newRequestNo() })
      const [drawn, ended] = await Promise.allSettled([client.api.loans.apply(request), cancelling])
      expect([drawn.status, ended.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const limit = await findLimit(product.services.database, customer)
      expect(limit?.state).toBe(ended.status === 'fulfilled' ? 'cancelled' : 'open')
      expect(limit?.used).toBe(ended.status === 'fulfilled' ? 0n : request.amount)
    }
  })
})

describe('a killed cancellation', { timeout: 90_000 }, () => {
  it('has done everything or nothing, and completes once when repeated', async () => {
    const { services } = product
    let wasWhole = false
    for (let steps = 0; !wasWhole; steps += 1) {
      const { customer, caller } = await insertBorrower(services)
      await cancellationStep(services, caller, { reason: 'other' })
      const check = { session: caller.session, purpose: 'cancellation' } as const
      await savePassedCheck(services.database, services, check)
      const mortal: Services = { ...services, database: killAfter(steps, services.database) }
      const requestNo = newRequestNo()
      wasWhole = await cancel(mortal, caller, { requestNo }).then(
        () => true,
        (error: unknown) => {
          if (!isKilled(error)) throw error
          return false
        },
      )
      expect([UNCHANGED, everything]).toContainEqual(await traces(customer))
      await cancel(services, caller, { requestNo })
      expect(await traces(customer)).toEqual(everything)
    }
  })
})
