import { describe, expect, it } from 'vitest'
import { ProviderFault } from '#providers/provider-fault.ts'
import { offersOf, purchaseOf } from './http.ts'

describe('what the mall says', () => {
  it('is an order on its way, with one short line of why', () => {
    expect(purchaseOf({ state: 'sent' })).toEqual({ state: 'sent', reason: undefined })
    const reason = `  等待\n商城 ${'长'.repeat(80)}`
    const answer = purchaseOf({ state: 'returning', reason })
    expect(answer).toMatchObject({ reason: expect.stringMatching(/^等待 商城 长{54}$/) })
  })

  it('is no return without the money that came back', () => {
    expect(() => purchaseOf({ state: 'returned' })).toThrow(ProviderFault)
    expect(purchaseOf({ state: 'returned', returnNo: 'm-1-return' })).toMatchObject({
      returnNo: 'm-1-return',
    })
  })

  it('is prices in whole fen', () => {
    const offer = { offerNo: 'one', name: '车', detail: '', picture: 'bicycle' } as const
    expect(offersOf({ offers: [{ ...offer, priceFen: '159900' }] })).toEqual([
      { ...offer, price: 159_900n },
    ])
  })
})
