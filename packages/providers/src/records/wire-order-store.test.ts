import { describe, expect, it } from 'vitest'
import { wireNoOf } from '#wire-order.ts'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'
import { insertWireOrder, readOrderNos, saveReference, readWireOrder } from './wire-order-store.ts'

const product = startProductForFile()

const orderedAt = new Date('2031-01-06T02:00:00Z')

describe('the number of an order at its provider', () => {
  it.each([
    '20310106000000000001',
    'L1',
    'auto-20310106-1',
    crypto.randomUUID(),
    '还款'.repeat(40),
  ])('is 8 to 32 letters and digits for %s, the same each time', (orderNo) => {
    expect(wireNoOf(orderNo)).toMatch(/^[0-9A-Za-z]{8,32}$/)
    expect(wireNoOf(orderNo)).toBe(wireNoOf(orderNo))
  })

  it('is stored with the time of the order, and translated back', async () => {
    const { database } = product.services
    const orderNo = 'refund-of-payment-1-r1'
    await insertWireOrder(database, { orderNo, orderedAt })
    const { wireNo, ...order } = await readWireOrder(database, orderNo)
    expect(order).toEqual({ orderedAt })
    const orderNoOf = await readOrderNos(database, [wireNo, 'unknown0'])
    expect(['unknown0', wireNo].map(orderNoOf)).toEqual(['unknown0', orderNo])
  })

  it('is given once, and never changed or deleted', async () => {
    const { database } = product.services
    const orderNo = 'a-number-in-use'
    await insertWireOrder(database, { orderNo, orderedAt })
    await expect(insertWireOrder(database, { orderNo, orderedAt })).rejects.toThrow('duplicate key')
    const other = { orderNo: wireNoOf(orderNo), orderedAt }
    await expect(insertWireOrder(database, other)).rejects.toThrow('duplicate key')
    await expect(database.query(`UPDATE wire_orders SET wire_no = 'another00'`)).rejects.toThrow(
      'permission denied',
    )
    await expect(database.query('DELETE FROM wire_orders')).rejects.toThrow('permission denied')
  })

  it('is our own for an order of an older version, which was sent under it', async () => {
    const orderNo = crypto.randomUUID()
    expect(await readWireOrder(product.services.database, orderNo)).toMatchObject({
      wireNo: orderNo,
    })
  })

  it('has the first reference of the provider beside it', async () => {
    const { database } = product.services
    const orderNo = 'order0with0a0reference'
    await insertWireOrder(database, { orderNo, orderedAt })
    for (const reference of [undefined, 'first', 'second']) {
      await saveReference(database, { wireNo: orderNo, reference })
    }
    expect(await readWireOrder(database, orderNo)).toMatchObject({ reference: 'first' })
  })
})
