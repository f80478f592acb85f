import { afterAll, expect, it, vi } from 'vitest'
import { messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { runWorkers, type Workers } from '@qingzhou/platform/tasks/run-workers'
import { startProductForFile } from '#testing/product.ts'
import { executeDraw, newBorrower } from '#features/loans/testing/borrower.ts'

const product = startProductForFile({}, [], 'now')
let workers: Workers | undefined
afterAll(async () => {
  await workers?.stop()
})

it('with running workers and provider callbacks, a draw is disbursed and one SMS sent automatically', async () => {
  const borrower = await newBorrower(product)
  await product.listen()
  await setFault(product, { provider: 'bank', settleMs: 500, duplicate: true, reorder: true })
  const { services } = product
  const { database, log } = services
  workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })
  const { drawNo } = await executeDraw(product, borrower)
  await vi.waitFor(
    async () => {
      const { state } = await borrower.client.api.loans.result({ drawNo })
      expect(state).toBe('paid')
      const texts = (await messagesTo(product, borrower.phone)).map(({ text }) => text)
      expect(texts.filter((text) => text.includes('元已于'))).toHaveLength(1)
    },
    { timeout: 15_000, interval: 200 },
  )
})
