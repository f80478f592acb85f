import type { BillInstalment, PlanOutline } from '@qingzhou/contract/features/repayment/bills'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { repaymentShapes, type RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { usePaymentDraft } from './payment-draft.ts'
import PayEarlyScreen from './pay-early-screen.tsx'

const PAYOFF = fen(12_000_00n)

const network = connectNetworkForFile()
let requests: RepaymentAim[]
let hasOnePlan: boolean

function plan(...amounts: readonly bigint[]): BillInstalment[] {
  return amounts.map(instalment)
}

/** Three months at first; after a part is repaid, both at less, or one of them as before. */
function plansOf({ keep }: { readonly keep?: 'term' | 'instalment' | undefined }) {
  const before = plan(1_000_00n, 1_000_00n, 1_000_00n)
  if (hasOnePlan) return { before, after: before, ...outlinesOf(before, before) }
  const after = keep === 'instalment' ? plan(900_00n, 1_000_00n) : plan(700_00n, 650_00n, 650_00n)
  return { before, after, ...outlinesOf(before, after) }
}

function outlinesOf(before: readonly BillInstalment[], after: readonly BillInstalment[]) {
  return { outlineBefore: outlineOf(before), outlineAfter: outlineOf(after) }
}

function outlineOf(rows: readonly BillInstalment[]): PlanOutline {
  const [first, second] = rows
  const { n = 1, amount = ZERO, dueDate = localDate('2026-10-15') } = first ?? {}
  return {
    count: rows.length,
    months: rows.length,
    next: { n, dueDate, amount },
    amountAfterNext: second?.amount,
    endsOn: rows.at(-1)?.dueDate ?? dueDate,
  }
}

function instalment(amount: bigint, index: number): BillInstalment {
  const parts = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: fen(amount) }
  return {
    loanNo: 'LOAN-1',
    n: index + 1,
    months: 3,
    dueDate: localDate(`2026-1${index}-15`),
    payableFrom: localDate('2026-09-15'),
    state: 'upcoming',
    daysOverdue: 0,
    amount: fen(amount),
    due: parts,
    paid: { ...parts, principal: ZERO },
    waived: { ...parts, principal: ZERO },
    open: parts,
  }
}

function answerLikeALender() {
  requests = []
  hasOnePlan = false
  network.answer(calls.repayment.plan, repaymentShapes.plan, ({ loanNo }) => ({
    loan: {
      loanNo,
      productNo: 'P1',
      purposeName: '日常消费',
      amount: PAYOFF,
      drawnOn: localDate('2026-11-15'),
      months: 12,
      methodName: '等额本息',
      annualRate: 72_000n,
      state: 'open' as const,
      principalLeft: PAYOFF,
      payoff: PAYOFF,
    },
    instalments: [],
  }))
  network.answer(calls.repayment.quote, repaymentShapes.quote, ({ aim }) => {
    requests.push(aim)
    if (aim.kind === 'earlyPart' && aim.amount < fen(100_00n)) {
      throw new Refusal(codes.accountState, '提前还款至少 100.00 元')
    }
    const amount = aim.kind === 'earlyPart' ? aim.amount : PAYOFF
    return {
      amount,
      parts: { fee: ZERO, penalty: ZERO, interest: ZERO, principal: amount },
      lines: [],
      saving: aim.kind === 'earlyPart' && aim.keep === 'instalment' ? fen(208_90n) : fen(109_10n),
      ...(aim.kind === 'earlyPart' && plansOf(aim)),
      validOn: localDate('2026-11-15'),
      quoteId: 'quote-number-1',
      cards: [],
      payMethods: [],
    }
  })
}

const button = (name: string) => screen.findByRole('button', { name })

describe('early repayment', () => {
  beforeEach(() => {
    answerLikeALender()
    window.location.hash = '#/repay/prepayment?loanNo=LOAN-1'
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.081] shows the amount that settles the loan today and the saving, and continues with it', async () => {
    const { places } = openScreen(<PayEarlyScreen />)
    await screen.findByText(/可少付利息 109.10 元/)
    await userEvent.click(await button('去支付 12,000.00 元'))
    expect(places).toHaveLength(1)
  })

  it('quotes the typed amount and continues with no other', async () => {
    openScreen(<PayEarlyScreen />)
    await userEvent.click(await screen.findByText('还一部分'))
    await button('请输入提前还款金额')
    await userEvent.type(screen.getByLabelText('提前还款金额'), '3000')
    await button('去支付 3,000.00 元')
    expect(requests.at(-1)).toMatchObject({ kind: 'earlyPart', amount: fen(3000_00n) })
  })

  it('shows both plans for the rest, and goes on with the one that was chosen', async () => {
    const { places } = openScreen(<PayEarlyScreen />)
    await userEvent.click(await screen.findByText('还一部分'))
    await userEvent.type(screen.getByLabelText('提前还款金额'), '3000')
    const lower = await screen.findByRole('radio', { name: /减少每期金额/ })
    const shorter = screen.getByRole('radio', { name: /缩短还款期限/ })
    expect(lower).toHaveProperty('checked', true)
    expect(lower.closest('label')?.textContent).toContain(
      '下期 10月15日 还 700.00 元，再下期 650.00 元（原 1,000.00 元）',
    )
    expect(shorter.closest('label')?.textContent).toContain(
      '2026-11-15 还清，少还 1 期，下期 10月15日 还 900.00 元，再下期 1,000.00 元',
    )
    expect(shorter.closest('label')?.textContent).toContain('少付利息 208.90 元')
    await userEvent.click(shorter)
    await screen.findByText(/可少付利息 208.90 元/)
    await userEvent.click(await button('去支付 3,000.00 元'))
    expect(places).toHaveLength(1)
    const { aim } = renderHook(usePaymentDraft).result.current
    expect(aim).toMatchObject({ kind: 'earlyPart', keep: 'instalment' })
  })

  it('offers no choice where both plans are one', async () => {
    hasOnePlan = true
    openScreen(<PayEarlyScreen />)
    await userEvent.click(await screen.findByText('还一部分'))
    await userEvent.type(screen.getByLabelText('提前还款金额'), '3000')
    await button('去支付 3,000.00 元')
    expect(screen.queryByText('剩余部分还款方式')).toBeNull()
  })

  it('shows why an amount is refused, and does not continue', async () => {
    const { places } = openScreen(<PayEarlyScreen />)
    await userEvent.click(await screen.findByText('还一部分'))
    await userEvent.type(screen.getByLabelText('提前还款金额'), '50')
    await screen.findByText('提前还款至少 100.00 元')
    await button('暂不支持这样还款')
    expect(places).toEqual([])
  })
})
