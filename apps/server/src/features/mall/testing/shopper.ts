import type { mallShapes, MallOrder } from '@qingzhou/contract/features/mall'
import type { Input } from '@qingzhou/contract/wire/shape'
import {
  confirmByCode,
  newRequestNo,
  waitForBank,
  type TestBorrower,
} from '#features/loans/testing/borrower.ts'
import type { TestProduct } from '#testing/product.ts'

export type Buying = Input<(typeof mallShapes)['buy']>
type Wish = Partial<Pick<Buying, 'offerNo' | 'months'>>

/** Selects an offer, quotes it and reads all documents, as the app does before a purchase. */
export async function readyToBuy(
  { client, card }: TestBorrower,
  { offerNo = 'bicycle-city', months = 6 }: Wish = {},
): Promise<Buying> {
  const { offers } = await client.api.mall.offers({})
  const offer = offers.find((one) => one.offerNo === offerNo)
  if (!offer) throw new Error(`mall offer ${offerNo} not found`)
  const { cardId } = card
  const terms = {
    amount: offer.price,
    months,
    method: 'equal-instalments',
    productNo: '900001',
  } as const
  const { quoteId, costSheet } = await client.api.loans.quote(terms)
  const draw = { ...terms, cardId, purposeCode: 'shopping' }
  const about = { prodSubNo: '900001', channelCode: '000000000004', hasFund: false, draw } as const
  const documents = await Promise.all(
    (['0301', '0302'] as const).map((eventType) =>
      client.api.agreements.toConfirm({ ...about, eventType }),
    ),
  )
  const agreed = documents.flatMap(({ agreements }) =>
    agreements.map(({ code, version }) => ({ code, version })),
  )
  const costSheetDigest = costSheet.digest
  return {
    requestNo: newRequestNo(),
    offerNo,
    months,
    cardId,
    delivery: { recipient: '沈青禾', mobile: '13805716021', address: '青石市临河路 8 号 2 幢' },
    quoteId,
    costSheetDigest,
    agreed,
  }
}

/** A confirmed purchase; the bank has not been called yet. */
export async function confirmedPurchase(
  product: TestProduct,
  borrower: TestBorrower,
  wish: Wish = {},
): Promise<{ orderNo: string; drawNo: string }> {
  const { api } = borrower.client
  const { orderNo, drawNo } = await api.mall.buy(await readyToBuy(borrower, wish))
  await confirmByCode(product, borrower)
  await api.loans.execute({ drawNo })
  return { orderNo, drawNo }
}

/** A purchase that is paid for and ordered at the mall. */
export async function buyItem(
  product: TestProduct,
  borrower: TestBorrower,
  wish: Wish = {},
): Promise<{ orderNo: string; drawNo: string; loanNo: string }> {
  const order = await confirmedPurchase(product, borrower, wish)
  await waitForBank(product)
  const { loanNo = '' } = await readMallOrder(borrower, order.orderNo)
  return { ...order, loanNo }
}

export async function readMallOrder({ client }: TestBorrower, orderNo: string): Promise<MallOrder> {
  const { orders } = await client.api.mall.orders({ act: 'read', pageNo: 1, orderNo })
  const [order] = orders
  if (!order) throw new Error(`order ${orderNo} not found`)
  return order
}

export const giveBack = async ({ client }: TestBorrower, orderNo: string) =>
  client.api.mall.orders({ act: 'giveBack', orderNo })

/** Changes the state of an order at the mall, without a callback. */
export async function markAtMall(
  product: TestProduct,
  orderNo: string,
  as: 'sent' | 'delivered' | 'returned',
): Promise<void> {
  await control(product, '/mall/orders', { orderNo, as })
  product.advance(3)
}

export async function changePrice(product: TestProduct, offerNo: string, priceFen: string) {
  await control(product, '/mall/prices', { offerNo, priceFen })
}

async function control({ sandbox }: TestProduct, path: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`sandbox mall answered ${response.status}`)
}

/** The mall's own record of an order. */
export async function atMall({ sandbox }: TestProduct, orderNo: string) {
  const response = await fetch(`${sandbox.url}/mall/orders?orderNo=${orderNo}`)
  // The sandbox's own response; its routes define this shape.
  const { orders } = (await response.json()) as { orders: { state: string; priceFen: string }[] }
  return orders
}

/** The bank's transfers to or from the mall. */
export async function mallTransfers({ sandbox }: TestProduct, orderNo: string) {
  const response = await fetch(`${sandbox.url}/bank/transfers?orderNo=${orderNo}`)
  // The sandbox's own response; its routes define this shape.
  const { transfers } = (await response.json()) as {
    transfers: { kind: string; amountFen: string; state: string; timesOrdered: number }[]
  }
  return transfers
}

/** Runs tasks and advances the clock for some rounds. */
export async function runRounds(product: TestProduct, rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await product.runTasks()
    product.advance(5)
  }
  await product.runTasks()
}
