import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import {
  requestReturn,
  isReturnable,
  applyMallStatus,
  rejectReturn,
  newPurchase,
  purchaseStates,
  returnableUntil,
  type Purchase,
} from '#mall/purchase.ts'
import { valueOf } from '#specimen.ts'

const on = localDate('2026-11-15')
const delivered: Purchase = { ...newPurchase, state: 'delivered', deliveredOn: on }
const news = ['ordered', 'sent', 'delivered', 'returning'] as const

describe('a purchase', () => {
  it('[O1] only moves forward, whatever status arrives late or twice', () => {
    for (const state of purchaseStates) {
      for (const heard of news) {
        const before: Purchase = { ...newPurchase, state }
        const after = applyMallStatus(before, { state: heard, on })
        const ranks = [state, heard].map((one) => purchaseStates.indexOf(one))
        expect(purchaseStates.indexOf(after.state)).toBe(Math.max(...ranks))
        expect(applyMallStatus(after, { state: heard, on: addDays(on, 9) })).toEqual(after)
      }
    }
  })

  it('[O2] can be returned before it is sent, and within seven days after delivery', () => {
    expect(isReturnable({ ...newPurchase, state: 'ordered' }, on)).toBe(true)
    expect(isReturnable(delivered, addDays(on, 7))).toBe(true)
    expect(isReturnable(delivered, addDays(on, 8))).toBe(false)
    expect(returnableUntil(delivered)).toBe('2026-11-22')
    for (const state of ['begun', 'sent'] as const) {
      const refused = requestReturn({ ...newPurchase, state }, on)
      expect(refused).toEqual({ ok: false, refusal: { kind: 'mall-order-not-returnable' } })
    }
  })

  it('[O2] is returned once, however often the return is requested', () => {
    const returning = valueOf(requestReturn(delivered, on))
    expect(returning).toMatchObject({ state: 'returning', isAskedBack: true })
    expect(valueOf(requestReturn(returning, addDays(on, 30)))).toBe(returning)
  })

  it('[O3] keeps its state when the mall rejects the return, and a return started by the mall is not undone', () => {
    const returning = valueOf(requestReturn(delivered, on))
    expect(rejectReturn(returning, { state: 'delivered', on })).toEqual(delivered)
    const byTheMall: Purchase = { ...delivered, state: 'returning' }
    expect(rejectReturn(byTheMall, { state: 'delivered', on })).toBe(byTheMall)
  })
})
