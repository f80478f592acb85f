import { describe, expect, it } from 'vitest'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { offersOf, purchaseOf } from './http.ts'

describe('mall answers', () => {
  it('shorten the reason of an order state to one line', () => {
    expect(purchaseOf({ state: 'sent' })).toEqual({ state: 'sent', reason: undefined })
    const reason = `  等待\n商城 ${'长'.repeat(80)}`
    const answer = purchaseOf({ state: 'returning', reason })
    expect(answer).toMatchObject({ reason: expect.stringMatching(/^等待 商城 长{54}$/) })
  })

  it('are a provider fault for a return without its refund', () => {
    expect(() => purchaseOf({ state: 'returned' })).toThrow(ProviderFault)
    expect(purchaseOf({ state: 'returned', returnNo: 'm-1-return' })).toMatchObject({
      returnNo: 'm-1-return',
    })
  })

  it('mall answers have prices in whole fen', () => {
    const offer = { offerNo: 'one', name: '车', detail: '', picture: 'bicycle' } as const
    expect(offersOf({ offers: [{ ...offer, priceFen: '159900' }] })).toEqual([
      { ...offer, price: 159_900n },
    ])
  })
})
