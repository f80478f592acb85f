import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appFaults } from '#features/cards/testing/wallet-signer.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { collect } from '#features/repayment/orders/collect.ts'
import { startDebitTests, type DebitTests } from '#features/repayment/testing/agreement-payer.ts'
import { readClearingBalance } from '#features/repayment/testing/payer.ts'
import type { AlipaySandbox } from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import type { TestProduct } from '#testing/product.ts'

let tests: DebitTests
let product: TestProduct
let sandbox: AlipaySandbox
beforeAll(async () => {
  tests = await startDebitTests()
  ;({ product, sandbox } = tests)
})
afterAll(() => tests.stop())
afterEach(() => tests.restore())

describe.each(Object.entries(appFaults))(
  'while the payment app %s',
  { timeout: 120_000 },
  (_, fault) => {
    it('a debit by the agreement is taken once', async () => {
      const payer = await tests.dueWithAgreement()
      const { dueNow } = await payer.client.api.repayment.overview({})
      // Open orders of the other tests would have the fault too.
      await product.services.database.query(
        `DELETE FROM tasks WHERE customer_no NOT IN ('', $1)
            OR kind NOT IN ('debit-day', 'debit-loan', 'collect')`,
        [payer.customer],
      )
      await sandbox.setFault(fault)
      await tests.settled(2, 5)
      await tests.restoreApp()
      await tests.settled(4, 60)
      expect((await tests.waysOf(payer)).at(-1)).toBe('wallet paid')
      expect(await tests.takenByApp(payer)).toBe(dueNow)
      expect(await tests.nextOf(payer)).toBe(2)
      expect(await readClearingBalance(product)).toBe(0n)
    })
  },
)

describe('a process that is killed', { timeout: 120_000 }, () => {
  it('a process that is killed while it debits by the agreement takes the money once', async () => {
    const payer = await tests.dueWithAgreement()
    const { dueNow } = await payer.client.api.repayment.overview({})
    await waitForBank(product)
    const order = (await tests.debitsOf(payer)).find(({ agreement_no }) => agreement_no !== null)
    const requestNo = order?.request_no ?? ''
    for (let steps = 0; ; steps += 1) {
      const database = killAfter(steps, product.services.database)
      product.advance(2)
      const isDone = await collect(
        { ...product.services, database },
        { customer: payer.customer, requestNo },
      ).then(
        () => true,
        (error: unknown) => {
          if (!isKilled(error)) throw error
          return false
        },
      )
      const [now] = (await tests.debitsOf(payer)).filter(
        ({ request_no }) => request_no === requestNo,
      )
      if (isDone && now?.state === 'paid') break
    }
    await tests.settled(2)
    expect(await tests.takenByApp(payer)).toBe(dueNow)
    expect(await tests.nextOf(payer)).toBe(2)
    expect(await readClearingBalance(product)).toBe(0n)
  })
})
