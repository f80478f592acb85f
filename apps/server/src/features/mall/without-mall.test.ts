import { calls } from '@qingzhou/contract/calls'
import { expect, it } from 'vitest'
import { assertFitForProduction } from '#boot/prepare-database.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile({ MALL: 'none' })

it('without a mall its calls do not exist', async () => {
  for (const { method, path } of Object.values(calls.mall)) {
    const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
    const answer = await product.app.inject({ method, url: path, headers, payload: '{}' })
    expect(answer.statusCode).toBe(404)
  }
  await expect(product.services.providers.mall.offers()).rejects.toThrow('MALL=none')
})

it('production refuses to go without a mall while an order is not finished', async () => {
  const { database } = product.services
  const asProduction = { ...product.config, mode: 'production' } as const
  const complaints = () =>
    assertFitForProduction({ database, now: product.services.now }, asProduction).then(
      () => '',
      String,
    )
  expect(await complaints()).not.toContain('MALL=none')
  await database.query(
    `INSERT INTO mall_orders (customer_no, order_no, draw_no, request_no, offer_no, name, picture,
                              price_fen, months, first_amount_fen, state, started_at, changed_at)
     VALUES ('00000000000000000001', 'order-1', 'draw-1', 'request-1', 'offer-1', '车', 'bicycle',
             100000, 3, 34000, 'sent', now(), now())`,
  )
  expect(await complaints()).toContain('MALL=none, but orders of the mall are not finished (1)')
})
