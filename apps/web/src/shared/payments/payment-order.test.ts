import { calls } from '@qingzhou/contract/calls'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { QueryClient } from '@tanstack/react-query'
import { payInApp, resultQuery } from './payment-order.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'

const MESSENGER = 'Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/8.0.50'

const bridge = {
  appId: 'wx1',
  timeStamp: '1790000000',
  nonceStr: 'abc',
  package: 'prepay_id=p1',
  signType: 'HMAC-SHA256',
  paySign: 'F00',
}

const network = connectNetworkForFile()
let url: string
let gone: string[]
let shown: number
const showResult = async () => {
  shown += 1
}

function bridgeSays(word: 'ok' | 'cancel' | 'fail') {
  window.WeixinJSBridge = {
    invoke: (_action, _parameters, answer) =>
      answer({ err_msg: `get_brand_wcpay_request:${word}` }),
  }
}

const pay = async () => payInApp({ requestNo: 'repay-00000001', showResult })

describe('payment in an app', () => {
  beforeAll(() => {
    network.answer(calls.repayment.createWalletOrder, repaymentShapes.createWalletOrder, () => ({
      url,
      bridge,
    }))
  })
  beforeEach(() => {
    url = '/sandbox/messenger/pay?ticket=t'
    gone = []
    shown = 0
    vi.spyOn(window.location, 'assign').mockImplementation((to) => void gone.push(String(to)))
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(MESSENGER)
  })
  afterEach(() => {
    delete window.WeixinJSBridge
    vi.restoreAllMocks()
  })

  it.each(['ok', 'cancel'] as const)('asks the server when the sheet reports %s', async (word) => {
    bridgeSays(word)
    await pay()
    expect([shown, gone]).toEqual([1, []])
  })

  it('opens the app’s page when the sheet fails', async () => {
    bridgeSays('fail')
    await pay()
    expect([shown, gone]).toEqual([0, [expect.stringContaining(url)]])
  })

  it('opens the app’s page outside the messaging app, even if the page has a bridge object', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (Linux; Android 14) Mobile',
    )
    bridgeSays('ok')
    await pay()
    expect([shown, gone]).toEqual([0, [expect.stringContaining(url)]])
  })

  it.each(['http://elsewhere.example/pay', 'javascript:alert(1)'])(
    'never opens %s',
    async (bad) => {
      url = bad
      bridgeSays('fail')
      await expect(pay()).rejects.toThrow('payment page refused')
      expect(gone).toEqual([])
    },
  )

  it('[7.108] is asked by the order of the payment app while the app has it, and in full once it is settled', async () => {
    const requests: string[] = []
    let state: 'processing' | 'paid' = 'processing'
    const order = {
      amount: fen(100_00n),
      payBy: 'wallet',
      settledLoanNos: [],
      overpaid: ZERO,
    } as const
    network.answer(calls.repayment.result, repaymentShapes.result, ({ requestNo }) => {
      requests.push('result')
      return { ...order, settledLoanNos: [], requestNo, state }
    })
    network.answer(calls.repayment.walletOrder, repaymentShapes.walletOrder, () => {
      requests.push('walletOrder')
      return { state }
    })
    const client = new QueryClient()
    const ask = async () =>
      (await client.fetchQuery({ ...resultQuery('repay-00000001'), gcTime: Infinity })).state
    expect([await ask(), await ask()]).toEqual(['processing', 'processing'])
    state = 'paid'
    expect(await ask()).toBe('paid')
    expect(requests).toEqual(['result', 'walletOrder', 'walletOrder', 'result'])
  })
})
