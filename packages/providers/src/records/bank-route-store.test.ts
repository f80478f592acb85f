import { describe, expect, it } from 'vitest'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'
import { createRouteStore } from './bank-order-store.ts'

const product = startProductForFile()

const at = (minute: number) => new Date(Date.UTC(2031, 0, 6, 2, minute))
const store = () => createRouteStore(product.services.database)
const move = (minute: number) => {
  return { from: 'one', to: 'two', at: at(minute), sentBefore: at(minute - 2) }
}
const placeOrder = async (wireNo: string, kind: 'disbursement' | 'debit' = 'disbursement') => {
  await store().place(wireNo, { kind, route: 'one', orderedAt: at(0) })
  await store().markSent(wireNo, { route: 'one', at: at(1) })
}

describe('the route of an order', () => {
  it('is the first one that was stored, for all workers', async () => {
    const routes = ['one', 'two', 'three']
    const found = await Promise.all(
      routes.map((route) =>
        store().place('order001', { kind: 'disbursement', route, orderedAt: at(0) }),
      ),
    )
    expect(new Set(found.map(({ route }) => route)).size).toBe(1)
    expect(await store().find('order002')).toBeUndefined()
  })

  it('is changed by one worker only, some time after the last sending', async () => {
    await placeOrder('order003')
    expect(await store().move('order003', move(3))).toBe(false)
    const moved = await Promise.all([1, 2, 3, 4].map(() => store().move('order003', move(4))))
    expect(moved.filter((isMoved) => isMoved)).toHaveLength(1)
    expect(await store().find('order003')).toEqual({
      kind: 'disbursement',
      route: 'two',
      orderedAt: at(4),
      sentAt: undefined,
      declinedBy: ['one'],
    })
  })

  it('refuses a sending to the bank before it, and the way back', async () => {
    await placeOrder('order004')
    await store().move('order004', move(4))
    expect(await store().markSent('order004', { route: 'one', at: at(5) })).toBe(false)
    expect(await store().markSent('order004', { route: 'two', at: at(5) })).toBe(true)
    const back = { ...move(9), from: 'two', to: 'one' }
    await expect(store().move('order004', back)).rejects.toThrow('bank_routes_declined')
  })

  it('is not changed by an earlier time of another worker’s sending', async () => {
    await placeOrder('order005')
    await store().markSent('order005', { route: 'one', at: at(0) })
    expect((await store().find('order005'))?.sentAt).toEqual(at(1))
  })

  it('the route of a debit stays, and no row is deleted or given to another order', async () => {
    await placeOrder('order006', 'debit')
    expect(await store().move('order006', move(4))).toBe(false)
    const { database } = product.services
    for (const sql of ['DELETE FROM bank_routes', `UPDATE bank_routes SET wire_no = 'another0'`]) {
      await expect(database.query(sql)).rejects.toThrow('permission denied')
    }
  })
})
