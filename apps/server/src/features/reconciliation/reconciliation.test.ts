import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { readCards } from '#features/cards/index.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import {
  dueOf,
  moveDays,
  newPayer,
  readOrderNo,
  makeCardPayment,
} from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { readDifferences, reconcileDay } from './index.ts'

const product = startProductForFile()
afterEach(() => setFault(product, { provider: 'bank', decline: false, down: false }))

const listDifferences = async () => readDifferences(product.services.database, undefined)
const compareToday = () => reconcileDay(product.services, product.services.today())

describe('reconciliation', { timeout: 60_000 }, () => {
  it('finds no difference when disbursements, debits and refunds match', async () => {
    const payer = await newPayer(product)
    await makeCardPayment(product, payer, dueOf(payer, 1))
    await compareToday()
    expect(await listDifferences()).toEqual([])
  })

  it('finds transfers of an unknown order and of an order that failed with us', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', decline: true })
    const failed = await makeCardPayment(product, payer, dueOf(payer, 1))
    await setFault(product, { provider: 'bank', decline: false })
    const orderNo = await readOrderNo(product, failed)
    await fetch(`${product.sandbox.url}/bank/change-of-mind`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orderNo }),
    })
    const { database, providers } = product.services
    const [card] = await readCards(database, product.services, payer.customer)
    const { token: cardToken = '' } = card ?? {}
    const strange = { kind: 'debit', cardToken, amount: fen(777n) } as const
    const orderedAt = product.services.now()
    await providers.bank.transfer({ wireNo: 'nobodys0', orderedAt, ...strange })
    product.advance(5)
    await compareToday()
    expect(await listDifferences()).toMatchObject([
      { orderNo, provider: 'bank', finding: 'missing-with-us', kind: 'debit' },
      { orderNo: 'nobodys0', finding: 'missing-with-us', ours: undefined, theirs: 777n },
    ])
    // A transfer reported after the order failed does not change the order: staff decide.
    expect(await payer.client.api.repayment.result({ requestNo: failed })).toMatchObject({
      state: 'failed',
    })
  })

  it('runs after the end of day and is retried while the bank is down', async () => {
    await setFault(product, { provider: 'bank', down: true })
    await moveDays(product, 1)
    await product.runTasks()
    await setFault(product, { provider: 'bank', down: false })
    product.advance(60)
    await product.runTasks()
    const rows = await product.services.database.query<{ transfers: number }>(
      'SELECT transfers FROM reconciled_days WHERE transferred_on = $1',
      [product.services.today()],
    )
    expect(rows[0]?.transfers).toBeGreaterThan(0)
  })

  it('reports a transfer that an app does not know, also in the metrics', async () => {
    const { database, today } = product.services
    await database.query(
      `INSERT INTO provider_transfers (customer_no, order_no, provider, kind, amount_fen, transferred_on)
       VALUES ('another', 'lost', 'wallet', 'debit', 5, $1)`,
      [addDays(today(), -3)],
    )
    await reconcileDay(product.services, addDays(today(), -3))
    const lost = { orderNo: 'lost', finding: 'missing-with-them', ours: 5n, theirs: undefined }
    expect(await listDifferences()).toContainEqual(expect.objectContaining(lost))
    const metrics = await product.app.inject({ url: '/metrics' })
    expect(metrics.body).toMatch(/qingzhou_transfer_differences [1-9]/)
  })
})
