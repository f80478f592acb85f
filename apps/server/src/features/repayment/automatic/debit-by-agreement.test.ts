import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signInWallet, readWalletState } from '#features/cards/testing/wallet-signer.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import { startDebitTests, type DebitTests } from '#features/repayment/testing/agreement-payer.ts'
import {
  readClearingBalance,
  disburseLoan,
  dueOf,
  newPayer,
  placeOrder,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { AlipaySandbox } from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import type { TestProduct } from '#testing/product.ts'
import { debitDay } from './debit-day.ts'

let tests: DebitTests
let product: TestProduct
let sandbox: AlipaySandbox
beforeAll(async () => {
  tests = await startDebitTests()
  ;({ product, sandbox } = tests)
})
afterAll(() => tests.stop())
afterEach(() => tests.restore())

describe('a debit by the agreement with the payment app', { timeout: 120_000 }, () => {
  it('follows the cards on the due date, once, and is told and listed as such', async () => {
    const payer = await tests.dueWithAgreement()
    const { dueNow } = await payer.client.api.repayment.overview({})
    await tests.settled()
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet paid'])
    expect(await tests.takenByApp(payer)).toBe(dueNow)
    expect(await tests.nextOf(payer)).toBe(2)
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('支付应用自动还款')
    const all = { kind: 'all', state: 'all', period: 'all', pageNo: 1 } as const
    const { transactions } = await payer.client.api.repayment.loanHistory(all)
    expect(transactions[0]).toMatchObject({ isAutomatic: true, app: 'wallet', state: 'done' })
    // A repeated run of the day debits nothing.
    const date = await product.services.businessDate()
    await debitDay(product.services, { date, after: { customer: '', loanNo: '' } })
    await tests.settled(2)
    expect(await tests.waysOf(payer)).toHaveLength(2)
    expect(await readClearingBalance(product)).toBe(0n)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
  })

  it('is not used while a card pays, and not without an agreement', async () => {
    await sandbox.setFault({ silent: true })
    const [payer, without] = [await newPayer(product), await newPayer(product)]
    await signInWallet({ product, sandbox }, payer)
    await tests.toDueDate(payer)
    await tests.settled(2)
    expect(await tests.waysOf(payer)).toEqual(['card paid'])
    expect(await tests.waysOf(without)).toEqual(['card paid'])
    await setFault(product, { provider: 'bank', decline: true })
    await tests.toDueDate(without)
    await tests.settled(3)
    expect((await tests.waysOf(without)).slice(1)).toEqual(['card failed'])
  })

  it('takes at most what was agreed, and one debit in a period for all loans', async () => {
    await sandbox.setFault({ silent: true })
    const payer = await newPayer(product)
    await disburseLoan(product, payer)
    await signInWallet({ product, sandbox }, payer)
    await product.services.database.query(
      'UPDATE wallet_agreements SET amount_max_fen = 100000 WHERE customer_no = $1',
      [payer.customer],
    )
    await setFault(product, { provider: 'bank', decline: true })
    await tests.toDueDate(payer)
    await tests.settled()
    const byApp = (await tests.debitsOf(payer)).filter(({ agreement_no }) => agreement_no !== null)
    expect(byApp.map(({ amount_fen }) => amount_fen)).toEqual([1_000_00n])
    expect(await tests.takenByApp(payer)).toBe(1_000_00n)
  })

  it('a debit by the agreement with the payment app that is declined ends the round with its reason, and is tried again in the next', async () => {
    const payer = await tests.dueWithAgreement()
    await sandbox.setFault({ decline: true })
    await tests.settled()
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet failed'])
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('支付应用余额不足')
    await sandbox.setFault({ decline: false })
    product.advance(5 * 3_600)
    await tests.settled()
    expect((await tests.waysOf(payer)).slice(2)).toEqual(['card failed', 'wallet paid'])
    expect(await tests.nextOf(payer)).toBe(2)
  })

  it('a debit by the agreement with the payment app with an unknown outcome blocks every other way until the app is asked', async () => {
    const payer = await tests.dueWithAgreement()
    const byApp = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'wallet' })
    await waitForBank(product)
    await sandbox.setFault({ down: true })
    await waitForBank(product)
    await waitForBank(product)
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet processing'])
    const { repayment } = payer.client.api
    const running = { kind: 'payment-running' } as const
    await expectRefusal(repayment.createWalletOrder({ requestNo: byApp }), running)
    const { order } = await repayment.overview({})
    const requestNo = order?.requestNo ?? ''
    await expectRefusal(repayment.cancel({ requestNo }), { kind: 'payment-at-bank' })
    await expectRefusal(repayment.createWalletOrder({ requestNo }), {
      kind: 'payment-method-unavailable',
    })
    expect((await repayment.result({ requestNo })).underWay).toMatchObject({
      isAutomatic: true,
      payBy: 'wallet',
      canGoOn: false,
      canGiveUp: false,
    })
    // However long it takes: the order is neither given up nor replaced.
    await tests.settled(3, 3_600)
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet processing'])
    await sandbox.setFault({ down: false })
    await tests.settled(3, 900)
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet paid'])
    expect(await tests.nextOf(payer)).toBe(2)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is completed before the end of its agreement reaches the app', async () => {
    const payer = await tests.dueWithAgreement()
    await sandbox.setFault({ settleMs: 600_000 })
    await tests.settled(2)
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet processing'])
    await payer.client.api.cards.endWalletAgreement({})
    expect(await payer.client.api.cards.walletAgreement({})).toMatchObject({
      state: 'ended',
      hasOpenDebit: true,
    })
    await tests.settled(2)
    const isSigned = async () =>
      (await product.services.providers.wallet.agreements?.agreement(await wireOf(payer)))?.state
    expect(await isSigned()).toBe('signed')
    await tests.settled(3, 600)
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet paid'])
    expect(await isSigned()).toBe('unknown')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('never starts after the end of its agreement, whichever of both comes first', async () => {
    const payer = await tests.dueWithAgreement()
    await waitForBank(product)
    const [, ended] = await Promise.all([
      product.runTasks(),
      payer.client.api.cards.endWalletAgreement({}),
    ])
    expect(ended).toEqual({})
    await tests.settled(4, 60)
    const byApp = (await tests.waysOf(payer)).filter((way) => way.startsWith('wallet'))
    expect([[], ['wallet paid']]).toContainEqual(byApp)
    expect(await tests.takenByApp(payer)).toBe(
      (await tests.debitsOf(payer))
        .filter(({ agreement_no, state }) => agreement_no !== null && state === 'paid')
        .reduce((total, { amount_fen }) => total + amount_fen, 0n),
    )
  })

  it('a debit by the agreement with the payment app under an agreement that was ended in the app fails, and the agreement is ended here', async () => {
    const payer = await tests.dueWithAgreement()
    const { wireNo } = await wireOf(payer)
    await sandbox.endInApp(wireNo)
    await tests.settled()
    expect(await tests.waysOf(payer)).toEqual(['card failed', 'wallet failed'])
    expect(await readWalletState(payer)).toBe('ended')
  })
})

async function wireOf({ customer }: Payer) {
  const [row] = await product.services.database.query<{ agreement_no: string }>(
    'SELECT agreement_no FROM wallet_agreements WHERE customer_no = $1',
    [customer],
  )
  return readWireOrder(product.services.database, row?.agreement_no ?? '')
}
