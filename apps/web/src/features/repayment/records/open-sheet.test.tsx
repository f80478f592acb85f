import { calls } from '@qingzhou/contract/calls'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { orderParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PaymentResultScreen from './payment-result-screen.tsx'

const MESSENGER = 'Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/8.0.50'
const bridge = {
  appId: 'wx1',
  timeStamp: '1790000000',
  nonceStr: 'abc',
  package: 'prepay_id=p1',
  signType: 'RSA',
  paySign: 'F00',
}

const network = connectNetworkForFile()
let asked: unknown[]
let sheets: number

/** A page that the messaging app has returned to. */
function open(query: string, state: 'processing' | 'confirming' = 'processing') {
  network.answer(calls.repayment.result, repaymentShapes.result, ({ requestNo }) => ({
    requestNo,
    state,
    amount: fen(1079_82n),
    payBy: 'messenger' as const,
    settledLoanNos: [],
    overpaid: ZERO,
  }))
  window.location.hash = `#/repay/resultRepay?${orderParam}=REPAYMENT-0001${query}`
  return openScreen(<PaymentResultScreen />)
}

function answerOrder() {
  network.answer(
    calls.repayment.createWalletOrder,
    repaymentShapes.createWalletOrder,
    (request) => {
      asked.push(request)
      return { url: `/#/repay/resultRepay?${orderParam}=REPAYMENT-0001`, bridge }
    },
  )
}

describe('the return from the page that names the payer', () => {
  beforeEach(() => {
    asked = []
    sheets = 0
    answerOrder()
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(MESSENGER)
    window.WeixinJSBridge = {
      invoke: (action, _parameters, answer) => {
        if (action === 'getBrandWCPayRequest') sheets += 1
        answer({ err_msg: 'get_brand_wcpay_request:ok' })
      },
    }
  })
  afterEach(() => {
    cleanup()
    delete window.WeixinJSBridge
    vi.restoreAllMocks()
    window.location.hash = ''
  })

  it('opens the sheet once with what the app returned, and leaves nothing of it in the address', async () => {
    const { rerender } = open('&payerState=s-1&payerCode=c-1')
    await waitFor(() => expect(sheets).toBe(1))
    const payer = { authCode: 'c-1', state: 's-1' }
    expect(asked).toEqual([{ requestNo: 'REPAYMENT-0001', payer }])
    expect(window.location.hash).toBe(`#/repay/resultRepay?${orderParam}=REPAYMENT-0001`)
    rerender(<></>)
    // A reload, or the way back, shows the order.
    openScreen(<PaymentResultScreen />)
    await screen.findByText(/消息应用支付/)
    expect(asked).toHaveLength(1)
  })

  it('says that nothing was paid when the app names no payer, and asks it again on demand', async () => {
    open('&payerState=s-1&payerCode=', 'confirming')
    await screen.findByText('还没有付款')
    await screen.findByText(/消息应用没有确认付款人/)
    expect(asked).toEqual([])
    const gone: unknown[] = []
    vi.spyOn(window.location, 'assign').mockImplementation((to) => void gone.push(to))
    network.answer(calls.repayment.createWalletOrder, repaymentShapes.createWalletOrder, () => ({
      url: '/sandbox/messenger/authorise?scope=snsapi_base',
    }))
    await userEvent.dblClick(screen.getByRole('button', { name: '继续付款' }))
    await waitFor(() => expect(gone.length).toBeGreaterThan(0))
    expect(gone[0]).toContain('/sandbox/messenger/authorise')
  })

  it('shows what to do when the return is refused or the line is cut', async () => {
    network.cut(calls.repayment.createWalletOrder)
    open('&payerState=s-2&payerCode=c-2', 'confirming')
    await screen.findByText('还没有付款')
    expect(sheets).toBe(0)
    answerOrder()
    await userEvent.click(screen.getByRole('button', { name: '继续付款' }))
    await waitFor(() => expect(sheets).toBe(1))
    // The code was used or lost: the order is opened without it.
    expect(asked).toEqual([{ requestNo: 'REPAYMENT-0001' }])
  })

  it('leads to the order when the customer wants another way to pay', async () => {
    open('&payerState=&payerCode=', 'confirming')
    await userEvent.click(await screen.findByRole('button', { name: '查看这笔还款' }))
    await screen.findByRole('link', { name: '重新选择付款方式' })
    expect(asked).toEqual([])
  })
})
