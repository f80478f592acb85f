import { calls } from '@qingzhou/contract/calls'
import { rateCutsShapes, type RateCut } from '@qingzhou/contract/features/repayment/rate-cuts'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import RateCutScreen from './rate-cut-screen.tsx'
import RateCutsScreen from './rate-cuts-screen.tsx'

const list = calls['rate-cuts'].list
const network = connectNetworkForFile()

const cutOf = (cutNo: string): RateCut => ({
  cutNo,
  loanNo: `LOAN-${cutNo}`,
  purposeName: `借款${cutNo}`,
  amount: fen(12_000_00n),
  drawnOn: localDate('2026-05-20'),
  oldRate: 144_000n,
  newRate: 108_000n,
  from: localDate('2026-12-01'),
  saved: fen(18_62n),
  instalmentsLeft: 2,
})

const side = (interest: bigint) => ({
  principal: fen(1000_00n),
  interest: fen(interest),
  amount: fen(1000_00n + interest),
})

describe('rate cuts', () => {
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.103] are paginated, with the total saving', async () => {
    network.answer(list, rateCutsShapes.list, ({ pageNo }) => ({
      cuts: [cutOf(String(pageNo))],
      savedTotal: fen(37_24n),
      hasMore: pageNo === 1,
    }))
    openScreen(<RateCutsScreen />)
    await screen.findByRole('link', { name: /借款1/ })
    expect(document.body.textContent).toContain('¥37.24')
    await userEvent.click(screen.getByRole('button', { name: '加载更多' }))
    const second = await screen.findByRole('link', { name: /借款2/ })
    expect(second.getAttribute('href')).toBe('#/cutRates/cutRatesDetail?cutNo=2')
  })

  it('show an empty state', async () => {
    network.answer(list, rateCutsShapes.list, () => ({
      cuts: [],
      savedTotal: ZERO,
      hasMore: false,
    }))
    openScreen(<RateCutsScreen />)
    await screen.findByText('您的借款还没有降息')
  })

  it('[2.104] show both rates and both plans', async () => {
    network.answer(calls['rate-cuts'].detail, rateCutsShapes.detail, ({ cutNo }) => ({
      cut: cutOf(cutNo),
      instalments: [
        {
          n: 7,
          dueDate: localDate('2026-12-20'),
          fee: ZERO,
          before: side(40_00n),
          after: side(28_00n),
        },
        {
          n: 8,
          dueDate: localDate('2027-01-20'),
          fee: ZERO,
          before: side(20_00n),
          after: side(13_38n),
        },
      ],
      interestBefore: fen(60_00n),
      interestAfter: fen(41_38n),
    }))
    window.location.hash = '#/cutRates/cutRatesDetail?cutNo=1'
    openScreen(<RateCutScreen />)
    await screen.findByText('由 14.40% 降至 10.80%')
    expect(screen.getByText('2026-12-01 起')).toBeDefined()
    const row = screen.getByRole('row', { name: /第 7 期/ })
    expect(row.textContent).toBe('第 7 期2026-12-201,040.00利息 40.001,028.00利息 28.00')
    expect(screen.getByRole('img', { name: '共 2 期，利息由 60.00 元降至 41.38 元' })).toBeDefined()
  })

  it('lead back to the list when the link names none', async () => {
    openScreen(<RateCutScreen />)
    await screen.findByText('没有找到这次降息')
  })
})
