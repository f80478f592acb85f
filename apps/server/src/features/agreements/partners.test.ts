import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { agreementEvents } from '@qingzhou/contract/features/agreements'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { quoteDraw } from '@qingzhou/domain/draws/draw-request'
import { OWN_FUNDS, type Funding } from '@qingzhou/domain/funding/choose-partners'
import { fen } from '@qingzhou/domain/money/money'
import { specimenFunding, specimenRules, valueOf } from '@qingzhou/domain/specimen'
import { smsTemplates } from '@qingzhou/platform/sms/sms-templates'
import { loanFacts } from '#features/loans/quote/quote-draw-for.ts'
import { feesPage } from '#features/reference/pages/fees.ts'
import { agreementPages } from '#features/reference/pages/agreements.ts'
import { downloadPages } from '#features/reference/pages/downloads.ts'
import { helpPage, safetyPage } from '#features/reference/pages/help.ts'
import { privacyPage } from '#features/reference/pages/privacy.ts'
import { accountPage, servicePages } from '#features/reference/pages/service.ts'
import { blankFacts, type Facts } from './template.ts'
import { costSheetTemplate, templatesFor } from './templates/templates.ts'

const terms = { amount: fen(50_000_00n), months: 12, method: 'equal-instalments' } as const

function factsOf(funding: Funding): Facts {
  const today = localDate('2026-11-16')
  const draw = { ...terms, purpose: 'travel', annualRatePpm: 144_000n, today, funding }
  const quote = valueOf(quoteDraw({ ...draw, rules: specimenRules }))
  const quoteInput = { ...terms, couponNo: undefined, productNo: undefined }
  const named = {
    productNo: '103001',
    quoteInput,
    quote,
    card: undefined,
    purpose: 'travel',
  } as const
  return { ...blankFacts, loan: loanFacts(named) }
}

function textsOf(facts: Facts): Record<string, string> {
  const isUnionLoan = (facts.loan?.partners.length ?? 0) > 0
  const templates = agreementEvents.flatMap((event) =>
    templatesFor(event, { isUnionLoan, isInPaymentApp: true }),
  )
  return Object.fromEntries(
    [...templates, costSheetTemplate].map(({ code, write }) => [
      code,
      JSON.stringify(write(facts)),
    ]),
  )
}

const JOINT = /共同出资|联合贷款|出资方|出资比例|远洲银行/

describe('the texts of a loan that a partner funds', () => {
  it('[L14] name it with its share: cost sheet, contract and authorisation, which has licence and amounts', () => {
    const texts = textsOf(factsOf(specimenFunding))
    const funders = '轻舟消费金融有限公司（40%）、远洲银行股份有限公司（60%）'
    expect(texts['cost-sheet']).toContain(funders)
    expect(texts['loan-contract']).toContain(funders)
    const row = ['远洲银行股份有限公司', 'B9999H999900001', '60%', '30,000.00']
    expect(texts['union-loan']).toContain(JSON.stringify(row))
    expect(texts['union-loan']).toContain('远洲银行股份有限公司可以为同一目的查询您的征信')
  })
})

describe('without partners', () => {
  it('[L14] no agreement, page, message or screen mentions joint funding', () => {
    const figures = { costMax: '24.00%', serviceFees: {} }
    const pages = [...agreementPages, ...servicePages, ...downloadPages, accountPage, safetyPage]
    const dayPages = [feesPage, helpPage].map(({ writeOn }) => writeOn(figures))
    const screens = globSync('{apps/web,packages/ui}/src/**/*.{ts,tsx}').filter(
      (path) => !/\.test\.tsx?$|\/testing\//.test(path),
    )
    expect(screens.length).toBeGreaterThan(300)
    const texts = [
      ...Object.values(textsOf(factsOf(OWN_FUNDS))),
      ...Object.values(textsOf(blankFacts)),
      ...[...pages, ...dayPages, privacyPage].map((page) => JSON.stringify(page)),
      ...Object.values(smsTemplates),
      ...screens.map((path) => readFileSync(path, 'utf8')),
    ]
    expect(texts.filter((text) => JOINT.test(text))).toEqual([])
  })
})
