import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { holderOfCard } from '#features/cards/index.ts'
import { executeDraw, newBorrower, waitForBank } from '#features/loans/testing/borrower.ts'
import type { TestBorrower } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import { findDraw } from '@qingzhou/lending/index'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { connectBank, bindTestCard } from '@qingzhou/providers/bank/testing/two-banks'
import {
  startUnionPaySandbox,
  type UnionPaySandbox,
} from '@qingzhou/providers/unionpay/testing/unionpay-sandbox'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
let second: UnionPaySandbox
const started: { product?: TestProduct } = {}
const advance = (seconds: number) => product.advance(seconds)
const now = () => started.product?.services.now() ?? new Date()

beforeAll(async () => {
  second = await startUnionPaySandbox(() => now().getTime())
  product = await startTestProduct({ ...second.settings, BANK: 'gateway,unionpay' })
  started.product = product
})
afterAll(async () => {
  await product.stop()
  await second.stop()
})
afterEach(() => setFault(product, { provider: 'bank', down: false, cutAfter: false }))

/** A borrower whose card the second bank knows and the first does not support. */
async function borrowerOfSecond(): Promise<TestBorrower> {
  const borrower = await newBorrower(product)
  const { database } = product.services
  const { customer, card } = borrower
  const holder = await holderOfCard(database, product.services, { customer, cardId: card.cardId })
  const bank = await connectBank(second, { name: 'unionpay', now, timeoutMs: 20_000 })
  await bindTestCard({ bank, sandbox: second }, holder, { now, advance })
  await fetch(`${product.sandbox.url}/bank/conduct`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cardNumber: holder.cardNumber, conduct: 'unsupported' }),
  })
  return borrower
}

/** The states of the disbursement in the books of both banks. */
async function books({ customer }: TestBorrower, drawNo: string) {
  const { database } = product.services
  const draw = await findDraw(database, { customer, drawNo })
  const { wireNo } = await readWireOrder(database, draw?.loanNo ?? '')
  const statesAt = async (url: string) => {
    const response = await fetch(`${url}/bank/transfers?orderNo=${wireNo}`)
    // The sandbox's own response shape.
    const { transfers } = (await response.json()) as { transfers: { state: string }[] }
    return transfers.map(({ state }) => state)
  }
  return { first: await statesAt(product.sandbox.url), second: await statesAt(second.url) }
}

const stateOf = async ({ client }: TestBorrower, drawNo: string) =>
  (await client.api.loans.result({ drawNo })).state

describe('a disbursement with two banks', () => {
  it('is paid by the second one when the first does not support the card, and reconciled', async () => {
    const borrower = await borrowerOfSecond()
    const { drawNo } = await executeDraw(product, borrower)
    for (const _ of [1, 2, 3]) await waitForBank(product, 130)
    expect(await stateOf(borrower, drawNo)).toBe('paid')
    expect(await books(borrower, drawNo)).toEqual({ first: ['declined'], second: ['done'] })
    const day = product.services.today()
    await reconcileDay(product.services, day)
    expect(await readDifferences(product.services.database, day)).toEqual([])
  })

  it('waits for a silent first one, and is paid by it', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await executeDraw(product, borrower)
    await setFault(product, { provider: 'bank', down: true })
    for (const _ of [1, 2, 3]) await waitForBank(product, 600)
    expect(await stateOf(borrower, drawNo)).toBe('processing')
    expect(await books(borrower, drawNo)).toEqual({ first: [], second: [] })
    await setFault(product, { provider: 'bank', down: false })
    for (const _ of [1, 2]) await waitForBank(product, 600)
    expect(await stateOf(borrower, drawNo)).toBe('paid')
    expect(await books(borrower, drawNo)).toEqual({ first: ['done'], second: [] })
  })
})
