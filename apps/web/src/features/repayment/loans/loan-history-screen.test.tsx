import { calls } from '@qingzhou/contract/calls'
import {
  transactionShapes,
  type Transaction,
} from '@qingzhou/contract/features/repayment/transactions'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { drawParam, orderParam } from '@qingzhou/contract/wire/params'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import LoanHistoryScreen from './loan-history-screen.tsx'

const AT = Date.parse('2026-11-15T09:30:00+08:00')

const transactionOf = (
  kind: Transaction['kind'],
  state: Transaction['state'],
  changes: Partial<Transaction> = {},
): Transaction => ({
  kind,
  state,
  transactionNo: `${kind}-${state}`,
  amount: fen(1000_00n),
  on: localDate('2026-11-15'),
  at: AT,
  ...changes,
})

const record: readonly Transaction[] = [
  transactionOf('refund', 'processing', { amount: fen(12_34n) }),
  transactionOf('repayment', 'done', { paymentKind: 'due', paymentNo: 'repay-1-1' }),
  transactionOf('repayment', 'failed', {
    paymentKind: 'due',
    isAutomatic: true,
    bankName: '工商银行',
    lastFour: '0135',
    reason: '余额不足',
  }),
  transactionOf('repayment', 'cancelled', { paymentKind: 'earlyFull', app: 'wallet' }),
  transactionOf('draw', 'unconfirmed', { purposeName: '教育' }),
  transactionOf('draw', 'cancelled', { purposeName: '旅游', reason: '超时未完成验证，借款已取消' }),
  transactionOf('draw', 'done', {
    purposeName: '日常消费',
    loanNo: 'LOAN-1',
    on: localDate('2026-10-02'),
  }),
]

const network = connectNetworkForFile()
let requests: object[] = []

describe('the record of transactions', () => {
  beforeEach(() => {
    requests = []
    network.answer(calls.repayment.loanHistory, transactionShapes.loanHistory, (input) => {
      requests.push(input)
      const rows = record.filter(({ kind }) => input.kind === 'all' || input.kind === kind)
      return { transactions: input.state === 'done' ? [] : rows, hasMore: false }
    })
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.074] shows every transaction with direction, state and reason, and links to its own page', async () => {
    openScreen(<LoanHistoryScreen />)
    const november = within(await screen.findByRole('list', { name: '2026 年 11 月' }))
    const rows = november.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toMatch(/退款.*处理中.*\+12\.34/)
    expect(rows[1]).toMatch(/按期还款.*成功.*−1,000\.00/)
    expect(rows[2]).toMatch(/自动扣款.*失败.*工商银行（0135）.*余额不足/)
    expect(rows[3]).toMatch(/提前结清.*已取消.*支付应用.*订单已失效/)
    expect(rows[4]).toMatch(/借款 · 教育.*待确认.*30 分钟内未完成验证会自动取消/)
    expect(rows[5]).toMatch(/借款 · 旅游.*已取消.*超时未完成验证/)
    const targets = november.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets).toEqual([
      '#/repay/refundDetail?refundNo=refund-processing',
      '#/repay/repayDetail?paymentNo=repay-1-1',
      `#/repay/resultRepay?${orderParam}=repayment-failed`,
      `#/repay/resultRepay?${orderParam}=repayment-cancelled`,
      `#/loan/result?${drawParam}=draw-unconfirmed`,
    ])
    const october = within(screen.getByRole('list', { name: '2026 年 10 月' }))
    expect(october.getByRole('link').getAttribute('href')).toBe(
      '#/repay/borrowDetail?loanNo=LOAN-1',
    )
  })

  it('asks for the chosen kind, state and period, from the first page', async () => {
    openScreen(<LoanHistoryScreen />)
    fireEvent.click(await screen.findByRole('tab', { name: '退款' }))
    fireEvent.click(screen.getByRole('button', { name: '未成功' }))
    fireEvent.click(screen.getByRole('button', { name: '近 3 个月' }))
    await screen.findByRole('list', { name: '2026 年 11 月' })
    await vi.waitFor(() =>
      expect(requests.at(-1)).toEqual({
        kind: 'refund',
        state: 'failed',
        period: 'quarter',
        pageNo: 1,
      }),
    )
    cleanup()
    window.location.hash = '#/repay/loanRecord?kind=refund&state=failed&period=quarter'
    openScreen(<LoanHistoryScreen />)
    const tab = await screen.findByRole('tab', { name: '退款' })
    expect(tab.getAttribute('aria-selected')).toBe('true')
  })

  it('ignores filters of a link that do not exist', async () => {
    window.location.hash = '#/repay/loanRecord?kind=toString&state=9&period='
    openScreen(<LoanHistoryScreen />)
    await screen.findByRole('list', { name: '2026 年 11 月' })
    expect(requests.at(-1)).toMatchObject({ kind: 'all', state: 'all', period: 'all' })
  })

  it('offers everything again where the filters leave nothing, and a retry after an error', async () => {
    openScreen(<LoanHistoryScreen />)
    fireEvent.click(await screen.findByRole('button', { name: '成功' }))
    fireEvent.click(await screen.findByRole('button', { name: '查看全部交易' }))
    await screen.findByRole('list', { name: '2026 年 11 月' })
    cleanup()
    network.answer(calls.repayment.loanHistory, transactionShapes.loanHistory, () => {
      throw new Refusal('COMLIM0001', '请 30 秒后再试')
    })
    openScreen(<LoanHistoryScreen />)
    await screen.findByText('请 30 秒后再试')
    expect(screen.getByRole('button', { name: /重试|再试|重新/ })).toBeTruthy()
  })

  it('says what will be here while there is nothing', async () => {
    network.answer(calls.repayment.loanHistory, transactionShapes.loanHistory, () => ({
      transactions: [],
      hasMore: false,
    }))
    openScreen(<LoanHistoryScreen />)
    await screen.findByText('还没有交易记录')
  })
})
