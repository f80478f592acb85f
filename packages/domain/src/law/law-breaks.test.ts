import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { refusalRules, type Reason } from '#credit/policy.ts'
import { conventions, lenderKinds, product } from '#product.ts'
import type { Refusal } from '#refusal.ts'
import { law, type LawId } from './law.ts'
import type { LawEntry } from './law-entry.ts'
import { lawsOf, listLawBreaks, type Practice } from './law-breaks.ts'

const on = localDate('2027-12-31')

/** What the product does. */
const own: Practice = {
  lateRatePercent: conventions.late.ratePercent,
  retentionYears: product.retention.years,
  collectionHours: product.collectionHours,
  sendingHours: product.campaigns.sendingHours,
  returnDays: product.mall.returnDays,
  bureauNoticeDays: product.bureau.noticeDays,
  ageMin: product.age.min,
  classDays: product.books.classDays,
  lendsToStudents: !refusalRules.includes('full-time-student'),
}

/** A practice that breaks an entry, for each that sets a figure. */
const broken: Partial<Record<LawId, Practice>> = {
  'late-interest': { lateRatePercent: 151n },
  'adults-only': { ageMin: 17 },
  'no-students': { lendsToStudents: true },
  'retention-of-identity-data': { retentionYears: 9 },
  'collection-hours': { collectionHours: { from: 8, until: 23 } },
  'mall-return': { returnDays: 6 },
  'marketing-hours': { sendingHours: { from: 7, until: 21 } },
  'complaint-answer': { answerDays: { simple: 15, most: 61 } },
  'partner-share': { partnerSharePpm: 299_999n },
  'bureau-notice': { bureauNoticeDays: 0 },
  'asset-classes': { classDays: { ...product.books.classDays, substandard: 271 } },
}

const idsBroken = (practice: Practice) =>
  listLawBreaks(practice, { kind: 'consumer-finance', on }).map(({ law: id }) => id)

it('the product breaks no entry, for a lender of any kind', () => {
  for (const kind of lenderKinds) expect(listLawBreaks(own, { kind, on })).toEqual([])
})

describe('a practice that breaks an entry', () => {
  it.each(Object.entries(broken))('is refused by its id: %s', (id, practice) => {
    expect(idsBroken(practice)).toEqual([id])
    expect(idsBroken({ ...own, ...practice })).toEqual([id])
  })

  it('[law asset-classes] a class that lasts a day longer breaks it', () => {
    for (const name of ['pass', 'special-mention', 'substandard', 'doubtful'] as const) {
      const { classDays } = product.books
      const longer = { ...classDays, [name]: classDays[name] + 1 }
      expect(idsBroken({ classDays: longer }), name).toEqual(['asset-classes'])
    }
  })

  it('[law marketing-hours] marketing messages at night break it', () => {
    expect(idsBroken({ sendingHours: { from: 8, until: 22 } })).toEqual(['marketing-hours'])
  })

  it('[law partner-share] a partner with a share below it breaks it', () => {
    expect(idsBroken({ partnerSharePpm: 100_000n })).toEqual(['partner-share'])
    expect(idsBroken({ partnerSharePpm: 300_000n })).toEqual([])
  })

  it('is not refused before the day of the entry, nor for a lender of another kind', () => {
    const night = { collectionHours: { from: 0, until: 24 } }
    const early = { kind: 'bank', on: localDate('2025-02-27') } as const
    expect(listLawBreaks(night, early)).toEqual([])
    const students = { lendsToStudents: true }
    expect(listLawBreaks(students, { kind: 'bank', on })).toEqual([])
  })
})

/** Refusals and reasons by their own types, so that a renamed one does not compile. */
type Answer = Refusal | { readonly kind: Reason }
const lawsOfAnswer = (answer: Answer) => lawsOf(answer)

describe('a refusal', () => {
  it('names the entry that it answers', () => {
    expect(lawsOfAnswer({ kind: 'cost-sheet-unread' })).toEqual(['cost-disclosure'])
    expect(lawsOfAnswer({ kind: 'agreement-needed' })).toEqual([
      'separate-consent',
      'bureau-authorisation',
    ])
    expect(lawsOfAnswer({ kind: 'data-retained', until: undefined })).toEqual([
      'retention-of-identity-data',
    ])
    expect(lawsOfAnswer({ kind: 'full-time-student' })).toEqual(['no-students'])
    expect(lawsOfAnswer({ kind: 'age-out-of-range' })).toEqual(['adults-only'])
    expect(lawsOfAnswer({ kind: 'limit-frozen' })).toEqual([])
  })

  it('for the cost names the cap that was the lowest, and none where it was the lender’s own', () => {
    const capPpm = 120_000n
    const cap = { kind: 'cost-above-cap', capPpm } as const
    expect(lawsOfAnswer({ ...cap, law: 'cost-cap-prime-rate' })).toEqual(['cost-cap-prime-rate'])
    expect(lawsOfAnswer(cap)).toEqual([])
  })

  it('answers every entry that sets no figure, or the entry is a duty that nothing violates by a request', () => {
    const entries = Object.entries<LawEntry>(law)
    const without = entries.filter(([id, { refusedAs }]) => !refusedAs && !(id in broken))
    expect(without.map(([id]) => id)).toEqual([
      'bureau-dispute',
      'automated-decision',
      'erasure',
      'marketing-consent',
      'face-not-only',
    ])
  })
})
