import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  readNewestAgreement,
  appFaults,
  decideInWallet,
  startInWallet,
  startWalletProduct,
  stateAtApp,
  readWalletState,
} from '#features/cards/testing/wallet-signer.ts'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { newPayer } from '#features/repayment/testing/payer.ts'
import type { AlipaySandbox } from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import type { TestProduct } from '#testing/product.ts'
import { askWalletAgreement, endAtApp } from './settle-agreement.ts'

let tests: Awaited<ReturnType<typeof startWalletProduct>>
let product: TestProduct
let sandbox: AlipaySandbox
beforeAll(async () => {
  tests = await startWalletProduct()
  ;({ product, sandbox } = tests)
})
afterAll(() => tests.stop())
afterEach(() => tests.restoreApp())

const place = () => ({ product, sandbox })

const runAfter = (seconds: number) => tests.runAfter(seconds)

describe.each(Object.entries(appFaults))(
  'while the payment app %s',
  { timeout: 60_000 },
  (_, fault) => {
    it('an agreement is signed once and ended for good', async () => {
      const payer = await newPayer(product)
      const url = await startInWallet(payer)
      const { agreementNo } = await readNewestAgreement(place(), payer)
      const key = { customer: payer.customer, agreementNo }
      await decideInWallet(place(), url, 'agree')
      await sandbox.setFault(fault)
      await askWalletAgreement(product.services, key)
      await tests.restoreApp()
      await runAfter(60)
      await runAfter(60)
      expect(await readWalletState(payer)).toBe('signed')
      await payer.client.api.cards.endWalletAgreement({})
      await sandbox.setFault(fault)
      await endAtApp(product.services, key).catch(() => undefined)
      await tests.restoreApp()
      await runAfter(3_600)
      await runAfter(3_600)
      expect(await stateAtApp(place(), payer)).toBe('ended')
      expect(await readWalletState(payer)).toBe('ended')
    })
  },
)

describe('a process that is killed', { timeout: 120_000 }, () => {
  it('a process that is killed while it takes over a signature or an end leaves work that is done again', async () => {
    const payer = await newPayer(product)
    await decideInWallet(place(), await startInWallet(payer), 'agree')
    const { agreementNo } = await readNewestAgreement(place(), payer)
    const key = { customer: payer.customer, agreementNo }
    const untilDone = async (act: (services: TestProduct['services']) => Promise<void>) => {
      for (let steps = 0; ; steps += 1) {
        const database = killAfter(steps, product.services.database)
        const isDone = await act({ ...product.services, database }).then(
          () => true,
          (error: unknown) => {
            if (!isKilled(error)) throw error
            return false
          },
        )
        if (isDone) return steps
      }
    }
    expect(await untilDone((services) => askWalletAgreement(services, key))).toBeGreaterThan(3)
    expect(await readWalletState(payer)).toBe('signed')
    await payer.client.api.cards.endWalletAgreement({})
    expect(await untilDone((services) => endAtApp(services, key))).toBeGreaterThan(3)
    expect(await stateAtApp(place(), payer)).toBe('ended')
    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('已开通支付应用自动还款'))).toHaveLength(1)
  })
})
