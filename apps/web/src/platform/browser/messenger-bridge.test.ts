import { afterEach, describe, expect, it, vi } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { startContractServer } from '#platform/testing/contract-server.ts'
import { payByBridge } from '#shared/payments/payment-order.ts'

const payment = {
  appId: 'wx1',
  timeStamp: '1790000000',
  nonceStr: 'abc',
  package: 'prepay_id=p1',
  signType: 'HMAC-SHA256',
  paySign: 'F00',
}

type Answer = (result: { err_msg?: string }) => void

/** A bridge with a fixed answer to every payment. */
function bridgeSaying(message: string | undefined) {
  const invoke = vi.fn((_action: string, _parameters: object, answer: Answer) =>
    answer(message === undefined ? {} : { err_msg: message }),
  )
  return { invoke }
}

afterEach(() => {
  delete window.WeixinJSBridge
  vi.useRealTimers()
})

describe('the messaging app’s bridge', () => {
  it.each([
    ['get_brand_wcpay_request:ok', 'ok'],
    ['get_brand_wcpay_request:cancel', 'cancelled'],
    ['get_brand_wcpay_request:fail', 'failed'],
    ['get_brand_wcpay_request:fail_invalid appid', 'failed'],
    [undefined, 'failed'],
  ])('treats the answer %s as %s', async (message, meant) => {
    const bridge = bridgeSaying(message)
    window.WeixinJSBridge = bridge
    expect(await payByBridge(payment)).toBe(meant)
    expect(bridge.invoke).toHaveBeenCalledWith(
      'getBrandWCPayRequest',
      payment,
      expect.any(Function),
    )
  })

  it('[7.153] is given the server’s signature of the page before a payment', async () => {
    const answer = { appId: 'wx1', timestamp: 1790000000, nonceStr: 'n1', signature: 's1' }
    const server = await startContractServer(() => ({ fields: answer }))
    Reflect.get(window, 'happyDOM').setURL(`${server.url}/`)
    window.location.hash = '/repay/checkoutCounter?token=x'
    const bridge = bridgeSaying('get_brand_wcpay_request:ok')
    window.WeixinJSBridge = bridge
    expect(await payByBridge(payment)).toBe('ok')
    const requests = server.received.filter(
      ({ path }) => path === calls.onboarding.signPageUrl.path,
    )
    expect(requests.map(({ payload }) => payload['url'])).toEqual([`${server.url}/`])
    expect(bridge.invoke.mock.calls.map(([action]) => action)).toEqual([
      'preVerifyJSAPI',
      'getBrandWCPayRequest',
    ])
    expect(bridge.invoke.mock.calls[0]?.[1]).toMatchObject({
      verifyAppId: 'wx1',
      verifyTimestamp: '1790000000',
      verifyNonceStr: 'n1',
      verifySignature: 's1',
    })
    Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
    await server.stop()
  })

  it('may appear after the page has loaded', async () => {
    const answer = payByBridge(payment)
    window.WeixinJSBridge = bridgeSaying('get_brand_wcpay_request:ok')
    document.dispatchEvent(new Event('WeixinJSBridgeReady'))
    expect(await answer).toBe('ok')
  })

  it('is awaited for a short time only', async () => {
    vi.useFakeTimers()
    const answer = payByBridge(payment)
    await vi.runAllTimersAsync()
    expect(await answer).toBe('absent')
  })

  it('fails when it does not support payments', async () => {
    window.WeixinJSBridge = {
      invoke: () => {
        throw new TypeError('not known')
      },
    }
    expect(await payByBridge(payment)).toBe('failed')
  })
})
