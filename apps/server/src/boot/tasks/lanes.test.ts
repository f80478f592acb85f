import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { customerNo } from '@qingzhou/platform/ids'
import { executeDraw, newBorrower } from '#features/loans/testing/borrower.ts'
import { messagesTo, newPhone, setFault, signInWith } from '#features/onboarding/testing/visitor.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { runWorkers, type Workers } from '@qingzhou/platform/tasks/run-workers'

const PLACES = 2
const HANGS = 'bank:40000'

let product: TestProduct
let workers: Workers | undefined
beforeAll(async () => {
  product = await startTestProduct({ PROVIDER_TIMEOUTS_MS: HANGS }, [], 'now')
})
afterAll(async () => {
  await setFault(product, { provider: 'bank', down: true, delayMs: 0 })
  await product.sandbox.stop()
  await workers?.stop()
  await product.stop().catch(() => {})
})

async function runningPayouts(): Promise<bigint[]> {
  const rows = await product.services.database.query<{ task_no: bigint }>(
    `SELECT task_no FROM tasks WHERE kind = 'disburse' AND locked_at IS NOT NULL ORDER BY task_no`,
  )
  return rows.map((row) => row.task_no)
}

describe('lanes', { timeout: 120_000 }, () => {
  it('let a text message through while the bank hangs on every disbursement', async () => {
    const borrowers = []
    for (let count = 0; count < PLACES + 1; count += 1) borrowers.push(await newBorrower(product))
    const client = product.client()
    const phone = newPhone()
    await signInWith(product, client, phone)
    const { customerNo: number } = await client.api.onboarding.currentUser({})

    await setFault(product, { provider: 'bank', delayMs: 60_000 })
    for (const borrower of borrowers) await executeDraw(product, borrower)
    const { services } = product
    const { database, log } = services
    workers = runWorkers({ database, count: PLACES, handlers: taskHandlersOf(services), log })
    const begun = await vi.waitFor(
      async () => {
        const payouts = await runningPayouts()
        expect(payouts).toHaveLength(PLACES)
        return payouts
      },
      { timeout: 20_000 },
    )

    const message = {
      customer: customerNo(number),
      messageNo: 'meanwhile',
      sms: smsOf('refunded', { amount: '1.00' }),
    }
    await database.inTransaction((tx) => enqueueSms(tx, services, message))
    await vi.waitFor(
      async () => {
        const texts = (await messagesTo(product, phone)).map(({ text }) => text)
        expect(texts).toContain(message.sms.text)
      },
      { timeout: 20_000 },
    )
    // The payouts started before the message are still waiting for the bank.
    expect(await runningPayouts()).toEqual(begun)
  })
})
