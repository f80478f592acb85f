import { standardLender } from '#lender.ts'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { quoteDraw, type DrawQuoteInput } from '#draws/draw-request.ts'
import { fen, sum } from '#money/money.ts'
import { specimenFunding, specimenRules, valueOf } from '#specimen.ts'
import { costSheetOf } from './cost-sheet.ts'

const request: DrawQuoteInput = {
  amount: fen(12_000_00n),
  months: 12,
  method: 'equal-principal',
  purpose: 'daily',
  annualRatePpm: 144_000n,
  today: localDate('2026-11-15'),
  rules: specimenRules,
}
const sheetOf = (changes: Partial<DrawQuoteInput> = {}) =>
  costSheetOf(valueOf(quoteDraw({ ...request, ...changes })), { lender: standardLender })

describe('the all-in cost sheet', () => {
  it('[L12] lists every charge, who collects it and how, and sums them up', () => {
    const sheet = sheetOf()
    expect(sheet.principal).toBe(request.amount)
    expect(sheet.charges.map(({ name }) => name)).toEqual([
      '利息',
      '服务费',
      '担保费',
      '提前还款违约金',
    ])
    // Equal principal: 144 yuan of interest in the first month, 12 less in each after it.
    expect(sheet.total).toBe(936_00n)
    expect(sheet.total).toBe(sum(sheet.charges.map(({ amount }) => amount)))
    expect(sheet.annualCostPpm).toBe(144_000n)
  })

  it('[L12] states the cost of late payment', () => {
    expect(sheetOf().late[0]).toMatchObject({
      name: '罚息',
      how: expect.stringContaining('年利率 21.60%（合同利率的 1.5 倍）'),
    })
  })

  it('[L12] deducts a coupon’s discount, and never goes below zero', () => {
    const sheet = sheetOf({ coupon: { kind: 'interest-share-off', sharePpm: 500_000n } })
    expect(sheet.total).toBe(468_00n)
    expect(sheet.charges[0]?.how).toContain('已扣除优惠券减免 468.00 元')

    const all = sheetOf({ coupon: { kind: 'sum-off-first-instalment', amount: fen(1_100_00n) } })
    expect(all.total).toBe(0n)
    expect(all.annualCostPpm).toBe(0n)
  })

  it('[L21] names the service fee of the product, when it is charged and its sum', () => {
    const share = { kind: 'share', sharePpm: 500n, charged: 'each-instalment' } as const
    const sheet = sheetOf({ serviceFee: share })
    expect(sheet.charges[1]).toMatchObject({ name: '服务费', amount: 72_00n })
    expect(sheet.charges[1]?.how).toContain('每期 6.00 元')
    expect(sheet.total).toBe(936_00n + 72_00n)
    expect(sheet.annualCostPpm).toBeGreaterThan(144_000n)

    const once = { kind: 'amount', amount: fen(20_00n), charged: 'first-instalment' } as const
    expect(sheetOf({ serviceFee: once }).charges[1]).toMatchObject({ amount: 20_00n })
    expect(sheetOf().charges[1]).toMatchObject({ amount: 0n, how: '不收取' })
  })

  it('[L14] names the partners of a loan with their shares as those who receive interest and fees', () => {
    const amount = fen(30_000_00n)
    const share = { kind: 'share', sharePpm: 500n, charged: 'each-instalment' } as const
    const sheet = sheetOf({ amount, funding: specimenFunding, serviceFee: share })
    const funders = `${standardLender.company}（40%）、远洲银行股份有限公司（60%）`
    expect(sheet.charges.slice(0, 2).map(({ chargedBy }) => chargedBy)).toEqual([funders, funders])
  })

  it('[L14] names the lender alone where no partner funds the loan', () => {
    const alone = standardLender.company
    expect(sheetOf({ amount: fen(50_000_00n) }).charges[0]?.chargedBy).toBe(alone)
    expect(sheetOf({ funding: specimenFunding }).charges[0]?.chargedBy).toBe(alone)
  })
})
