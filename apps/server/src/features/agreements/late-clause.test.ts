import { describe, expect, it } from 'vitest'
import type { AgreementEvent } from '@qingzhou/contract/features/agreements'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { quoteDraw } from '@qingzhou/domain/draws/draw-request'
import { fen } from '@qingzhou/domain/money/money'
import { specimenRules, valueOf } from '@qingzhou/domain/specimen'
import { costSheetView } from '#features/loans/quote/quote-view.ts'
import { feesPage } from '#features/reference/pages/fees.ts'
import { helpPage } from '#features/reference/pages/help.ts'
import { blankFacts, lateClause } from './template.ts'
import { templatesFor } from './templates/templates.ts'

const events: readonly AgreementEvent[] = [
  '0101',
  '0301',
  '0302',
  '0303',
  '0401',
  '0402',
  '0501',
  '0502',
]

function sheetAt(annualRatePpm: bigint) {
  const today = localDate('2026-11-16')
  const terms = { amount: fen(12_000_00n), months: 12, method: 'equal-instalments' } as const
  return costSheetView(
    valueOf(quoteDraw({ ...terms, purpose: 'travel', annualRatePpm, today, rules: specimenRules })),
  )
}

describe('the late payment clause', () => {
  it('names the rate that is charged, and the cap where it is lower than the multiple', () => {
    expect(lateClause(sheetAt(234_000n))).toContain(
      '年利率 23.67%（合同利率的 1.5 倍，且全年不超过 24.00%）',
    )
    expect(lateClause(sheetAt(100_000n))).toContain('年利率 15.00%（合同利率的 1.5 倍）')
  })

  it('states the cap wherever it states the multiple: in every agreement, on the fee page and in the help', () => {
    const figures = { costMax: '24.00%', serviceFees: {} }
    const documents = events.flatMap((event) => templatesFor(event, { isUnionLoan: true }))
    const texts = [
      ...documents.map(({ write }) => write(blankFacts)),
      ...[feesPage, helpPage].map(({ writeOn }) => writeOn(figures).blocks),
    ].map((blocks) => JSON.stringify(blocks))
    const withMultiple = texts.filter((text) => text.includes('倍'))
    expect(withMultiple.length).toBeGreaterThanOrEqual(6)
    for (const text of withMultiple) {
      expect(text.split('1.5 倍').length).toBe(text.split('1.5 倍，且不超过').length)
      expect(text).toContain('罚息不计复利')
    }
  })
})
