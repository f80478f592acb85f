import { describe, expect, it } from 'vitest'
import { bridgeSignature, type BridgeOrder } from './bridge.ts'

const order: BridgeOrder = {
  appId: 'wx1',
  timeStamp: '1790000000',
  nonceStr: 'abc',
  package: 'prepay_id=p1',
  signType: 'HMAC-SHA256',
}

describe('the signature of a bridge payment', () => {
  it('is the same for the same order and key, and differs for another order or key', () => {
    const signature = bridgeSignature('secret', order)
    expect(signature).toMatch(/^[\dA-F]{64}$/)
    expect(bridgeSignature('secret', { ...order })).toBe(signature)
    const others = [
      bridgeSignature('other', order),
      ...(['appId', 'timeStamp', 'nonceStr', 'package'] as const).map((name) =>
        bridgeSignature('secret', { ...order, [name]: `${order[name]}x` }),
      ),
    ]
    expect(others).not.toContain(signature)
  })
})
