import { calls } from '@qingzhou/contract/calls'
import { rateCutsShapes } from '@qingzhou/contract/features/repayment/rate-cuts'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { instalmentOf } from '#shared/testing/bills.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { choosePayment, forgetPayment } from './payment-draft.ts'
import PlanChangeScreen from './plan-change-screen.tsx'

const network = connectNetworkForFile()

const dueOn = (day: string, interest: Money) =>
  instalmentOf('LOAN', 6, {
    dueDate: localDate(day),
    open: { fee: ZERO, penalty: ZERO, interest, principal: fen(1000_00n) },
    amount: fen(1000_00n + interest),
  })

const before = [dueOn('2026-11-20', fen(79_82n))]

const side = (interest: Money) => ({
  principal: fen(1000_00n),
  interest,
  amount: fen(1005_00n + interest),
})

function open(link: string) {
  window.location.hash = `#/repay/repaymentPlan${link}`
  return openScreen(<PlanChangeScreen />)
}

/** The cells of the plan on this side. */
async function planOn(name: string): Promise<string | null> {
  await userEvent.click(await screen.findByRole('tab', { name }))
  return (await screen.findByRole('table', { name: `${name}的还款计划` })).textContent
}

describe('a changed plan', () => {
  afterEach(() => {
    cleanup()
    forgetPayment()
    window.location.hash = ''
  })

  it('shows both plans of an early repayment, and goes on to pay', async () => {
    network.answer(calls.repayment.quote, repaymentShapes.quote, () => ({
      amount: fen(500_00n),
      parts: { fee: ZERO, penalty: ZERO, interest: ZERO, principal: fen(500_00n) },
      lines: [],
      saving: fen(31_82n),
      before,
      after: [dueOn('2026-11-20', fen(48_00n))],
      validOn: localDate('2026-11-15'),
      quoteId: 'quote-early',
      cards: [],
      payMethods: ['card' as const],
    }))
    choosePayment({ kind: 'earlyPart', loanNo: 'LOAN', amount: fen(500_00n) })
    const { places } = open('')
    expect(await planOn('还款后')).toContain('1,048.00')
    expect(await planOn('还款前')).toContain('1,079.82')
    expect(screen.getByText('31.82 元')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: '继续还款' }))
    expect(places).toEqual(['/repay/repayCashier?pay=earlyPart*LOAN*500.00*'])
  })

  it('[2.077] shows both plans of a deferral as quoted, and goes back to its application', async () => {
    network.answer(
      calls.repayment.deferralOffer,
      repaymentShapes.deferralOffer,
      ({ days = 0 }) => ({
        today: localDate('2026-11-15'),
        loans: [],
        quote: {
          loanNo: 'LOAN',
          n: 6,
          days,
          dueDate: localDate('2026-11-20'),
          newDueDate: localDate('2026-12-05'),
          amount: fen(1079_82n),
          newAmount: fen(1085_82n),
          cost: fen(6_00n),
          before,
          after: [dueOn('2026-12-05', fen(85_82n))],
          validOn: localDate('2026-11-15'),
          quoteId: 'quote-delay',
        },
      }),
    )
    const { places } = open('?loanNo=LOAN&days=15')
    expect(await planOn('延期后')).toMatch(/2026-12-05.*1,085\.82/)
    expect(await planOn('延期前')).toMatch(/2026-11-20.*1,079\.82/)
    expect(screen.getByText('2026-11-20 改为 2026-12-05')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: '继续申请延期' }))
    expect(places).toEqual(['/wxChannel/delayRepay?loanNo=LOAN&days=15'])
  })

  it('says why a deferral is not possible, without a button to go on', async () => {
    network.answer(calls.repayment.deferralOffer, repaymentShapes.deferralOffer, () => {
      throw new Refusal('APPLOEB405', '最多可延期 20 天')
    })
    open('?loanNo=LOAN&days=99')
    await screen.findByText('最多可延期 20 天')
    expect(screen.queryByRole('button', { name: '继续申请延期' })).toBeNull()
  })

  it('shows both plans of a rate cut as booked', async () => {
    network.answer(calls['rate-cuts'].detail, rateCutsShapes.detail, ({ cutNo }) => ({
      cut: {
        cutNo,
        loanNo: 'LOAN',
        purposeName: '旅游',
        amount: fen(12_000_00n),
        drawnOn: localDate('2026-05-20'),
        oldRate: 144_000n,
        newRate: 108_000n,
        from: localDate('2026-12-01'),
        saved: fen(12_00n),
        instalmentsLeft: 1,
      },
      instalments: [
        {
          n: 7,
          dueDate: localDate('2026-12-20'),
          fee: fen(5_00n),
          before: side(fen(40_00n)),
          after: side(fen(28_00n)),
        },
      ],
      interestBefore: fen(40_00n),
      interestAfter: fen(28_00n),
    }))
    open('?cutNo=CUT-1-LOAN')
    expect(await planOn('降息后')).toContain('1,033.00')
    expect(await planOn('降息前')).toContain('1,045.00')
    expect(screen.getByText('由 14.40% 降至 10.80%')).toBeDefined()
  })

  it('offers the repayment home for a link that names no change', async () => {
    open('?loanNo=LOAN&days=soon&cutNo=%3Cb%3E')
    await screen.findByText('没有变化的计划')
  })
})
