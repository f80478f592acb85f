import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import {
  missingSources,
  type Applicant,
  type CreditReport,
  type Occupation,
} from '#credit/applicant.ts'
import { decide, notAsked, refusalRules, type Decision } from '#credit/policy.ts'
import { openLimit } from '#credit/limit.ts'
import { fen } from '#money/money.ts'
import { product } from '#product.ts'

const today = localDate('2026-11-15')

const sound = {
  age: 32,
  education: 'university',
  occupation: 'professional',
  monthlyIncome: fen(10_000_00n),
  bureau: {
    score: 742,
    owed: fen(12_000_00n),
    isOverdueNow: false,
    daysOverdueMaxInTwoYears: 0,
    enquiriesInThreeMonths: 1,
    isOnFraudList: false,
    isEnforced: false,
  },
  devices: { first: 5, second: 12 },
} satisfies Applicant

function applicantWith(change: Partial<CreditReport>): Applicant {
  return { ...sound, bureau: { ...sound.bureau, ...change } }
}

function risk() {
  return fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined })
}

const occupations: readonly Occupation[] = [
  'public',
  'management',
  'professional',
  'employee',
  'self-employed',
  'retired',
  'freelance',
  'student',
  'other',
]

const applicants = fc.record({
  age: fc.integer({ min: 14, max: 70 }),
  education: fc.constantFrom<Applicant['education'][]>(
    'basic',
    'secondary',
    'college',
    'university',
    'postgraduate',
  ),
  occupation: fc.constantFrom(...occupations),
  monthlyIncome: fc.bigInt({ min: 0n, max: 60_000_00n }).map(fen),
  bureau: fc.record({
    score: fc.integer({ min: 300, max: 850 }),
    owed: fc.bigInt({ min: 0n, max: 300_000_00n }).map(fen),
    isOverdueNow: rarely(),
    daysOverdueMaxInTwoYears: fc.integer({ min: 0, max: 120 }),
    enquiriesInThreeMonths: fc.integer({ min: 0, max: 20 }),
    isOnFraudList: rarely(),
    isEnforced: rarely(),
  }),
  devices: fc.record({ first: risk(), second: risk() }),
})

function rarely(): fc.Arbitrary<boolean> {
  return fc.integer({ min: 0, max: 9 }).map((throwOfTen) => throwOfTen === 0)
}

/**
 * Orders decisions from the applicant's view: first the outcome, then the amount, then the rate.
 */
function worth(decision: Decision): readonly [bigint, bigint, bigint] {
  if (!('amount' in decision)) return [0n, 0n, -1_000_000n]
  const outcome = decision.outcome === 'approved' ? 2n : 1n
  return [outcome, decision.amount, -decision.annualRatePpm]
}

/** The second applicant is better in some respect, so no part of the decision may be worse. */
function expectNoWorse(pair: { worse: Applicant; better: Applicant }): void {
  const [outcomeBefore, amountBefore, rateBefore] = worth(decide(pair.worse, today))
  const [outcome, amount, rate] = worth(decide(pair.better, today))
  expect(outcome).toBeGreaterThanOrEqual(outcomeBefore)
  expect(amount).toBeGreaterThanOrEqual(amountBefore)
  expect(rate).toBeGreaterThanOrEqual(rateBefore)
}

describe('a decision', () => {
  it('[U1] depends only on the applicant’s data: the same applicant gets the same decision', () => {
    fc.assert(
      fc.property(applicants, (applicant) => {
        expect(decide(structuredClone(applicant), today)).toEqual(decide(applicant, today))
      }),
    )
    expect(decide(sound, today)).toMatchObject({
      outcome: 'approved',
      grade: 'A',
      amount: fen(94_000_00n),
      annualRatePpm: product.gradeRatesPpm.A,
    })
  })

  it.each<[string, string, number, Applicant]>([
    ['risk-refused', 'on-fraud-list', 365, applicantWith({ isOnFraudList: true })],
    ['risk-refused', 'device-not-trusted', 90, { ...sound, devices: { first: 5, second: 90 } }],
    ['refused', 'age-out-of-range', 365, { ...sound, age: 61 }],
    ['refused', 'enforced-by-court', 365, applicantWith({ isEnforced: true })],
    ['declined', 'overdue-now', 30, applicantWith({ isOverdueNow: true })],
    ['declined', 'long-overdue-lately', 180, applicantWith({ daysOverdueMaxInTwoYears: 91 })],
    ['declined', 'too-many-enquiries', 90, applicantWith({ enquiriesInThreeMonths: 13 })],
    ['declined', 'owes-too-much', 90, applicantWith({ owed: fen(240_000_01n) })],
    ['declined', 'bureau-score-too-low', 90, applicantWith({ score: 499 })],
  ])('[U2, E5] is %s for one ground alone: %s', (outcome, reason, waitDays, applicant) => {
    const decision = decide(applicant, today)
    expect(decision).toMatchObject({ outcome, reasons: [reason] })
    const retryOn = 'retryOn' in decision ? decision.retryOn : today
    expect((Date.parse(retryOn) - Date.parse(today)) / 86_400_000).toBe(waitDays)
  })

  it('[U3] never gets worse with a better score, more income, fewer enquiries or less debt', () => {
    fc.assert(
      fc.property(applicants, fc.integer({ min: 0, max: 300 }), (applicant, more) => {
        const { bureau, monthlyIncome } = applicant
        const known = (change: Partial<CreditReport>) => ({
          ...applicant,
          bureau: { ...bureau, ...change },
        })
        const richer = { ...applicant, monthlyIncome: fen(monthlyIncome + BigInt(more) * 100_00n) }
        expectNoWorse({ worse: applicant, better: known({ score: bureau.score + more }) })
        expectNoWorse({ worse: applicant, better: richer })
        expectNoWorse({
          worse: known({ enquiriesInThreeMonths: bureau.enquiriesInThreeMonths + more }),
          better: applicant,
        })
        expectNoWorse({
          worse: known({ owed: fen(bureau.owed + BigInt(more) * 100_00n) }),
          better: applicant,
        })
      }),
      { numRuns: 500 },
    )
  })

  it('[law adults-only] [U2] refuses an applicant below the age', () => {
    const decision = decide({ ...sound, age: 17 }, today)
    expect(decision).toMatchObject({ outcome: 'refused', reasons: ['age-out-of-range'] })
  })

  it('[law no-students] [U2] refuses a full-time student', () => {
    const decision = decide({ ...sound, occupation: 'student' }, today)
    expect(decision).toMatchObject({
      outcome: 'refused',
      reasons: ['full-time-student'],
      retryOn: '2027-05-14',
    })
  })

  it('[U7] refuses a phone that withholds the fingerprint of one vendor, whatever the other vendor answers', () => {
    const cases = [
      { first: 'withheld', second: 5 },
      { first: 5, second: 'withheld' },
      { first: 'withheld' },
      { first: 'withheld', second: 'withheld' },
    ] as const
    for (const devices of cases) {
      expect(decide({ ...sound, devices }, today)).toMatchObject({
        outcome: 'risk-refused',
        reasons: ['device-not-trusted'],
      })
    }
  })

  it('[U4] treats a vendor without an answer as medium risk, and never refuses for it alone', () => {
    const silent = decide({ ...sound, devices: { first: 5 } }, today)
    const uneasy = decide({ ...sound, devices: { first: 5, second: 60 } }, today)
    expect(silent).toEqual(uneasy)
    expect(silent.outcome).toBe('approved')
    fc.assert(
      fc.property(applicants, fc.integer({ min: 0, max: 60 }), (applicant, second) => {
        const { first } = applicant.devices
        expectNoWorse({
          worse: { ...applicant, devices: { first } },
          better: { ...applicant, devices: { first, second } },
        })
      }),
    )
  })

  it('[U11] asks nothing of a bureau or a device check that the lender does not have, and says so', () => {
    const { bureau: _, ...noBureau } = { ...sound, devices: { first: 100 } }
    const { devices: __, ...noDevices } = applicantWith({ isOnFraudList: true })
    expect(decide(noBureau, today)).toMatchObject({ reasons: ['device-not-trusted'] })
    expect(decide(noDevices, today)).toMatchObject({ reasons: ['on-fraud-list'] })
    expect(missingSources(noBureau)).toEqual(['bureau'])
    expect(notAsked(['devices'])).toEqual(['device-not-trusted', 'device-unclear', 'device'])
    const left = refusalRules.filter((rule) => !notAsked(['bureau', 'devices']).includes(rule))
    expect(left).toEqual(['age-out-of-range', 'full-time-student'])
    fc.assert(
      fc.property(applicants, fc.integer({ min: 0, max: 300 }), (applicant, more) => {
        const { bureau: ___, devices: ____, ...poorer } = applicant
        const income = fen(applicant.monthlyIncome + BigInt(more) * 100_00n)
        expectNoWorse({ worse: poorer, better: { ...poorer, monthlyIncome: income } })
        const { points } = decide(poorer, today)
        expect(points.map((row) => row.for)).toEqual(['income', 'occupation', 'education', 'age'])
      }),
    )
  })

  it('[U11] asks the same share of the possible points for a grade', () => {
    const best = { ...sound, monthlyIncome: fen(30_000_00n), occupation: 'public' } as const
    const { devices: _, ...unchecked } = { ...best, education: 'postgraduate' as const }
    expect(decide(unchecked, today)).toMatchObject({ grade: 'A' })
    const { bureau: __, devices: ___, ...poor } = { ...sound, education: 'basic' as const }
    const little = { ...poor, monthlyIncome: fen(3_000_00n), occupation: 'other' } as const
    expect(decide(little, today)).toMatchObject({ reasons: ['too-few-points'] })
  })

  it('[U12] grants at most 50,000 yuan at grade C without a bureau', () => {
    const { bureau: _, ...best } = {
      ...sound,
      monthlyIncome: fen(60_000_00n),
      occupation: 'public' as const,
      education: 'postgraduate' as const,
    }
    expect(decide(best, today)).toMatchObject({ grade: 'C', amount: fen(50_000_00n) })
  })

  it('[U5] grants an amount the product offers, at the rate of the grade', () => {
    let approvals = 0
    fc.assert(
      fc.property(applicants, (applicant) => {
        const decision = decide(applicant, today)
        if (!('amount' in decision)) return
        approvals += 1
        expect(openLimit(decision.amount, today).ok).toBe(true)
        expect(decision.amount).toBeLessThanOrEqual(applicant.monthlyIncome * 10n)
        expect(decision.annualRatePpm).toBe(product.gradeRatesPpm[decision.grade])
      }),
      { numRuns: 1_000 },
    )
    expect(approvals).toBeGreaterThan(20)
  })

  it('[law automated-decision] [U6] a decision that refuses states its reasons, the gravest first, and the day from which to apply again', () => {
    const applicant = { ...applicantWith({ isOverdueNow: true, isOnFraudList: true }), age: 17 }
    expect(decide(applicant, today)).toMatchObject({
      outcome: 'risk-refused',
      reasons: ['on-fraud-list', 'age-out-of-range', 'overdue-now'],
      retryOn: '2027-11-15',
    })
    fc.assert(
      fc.property(applicants, (one) => {
        const decision = decide(one, today)
        if (!('retryOn' in decision)) return
        expect(decision.reasons.length).toBeGreaterThan(0)
        expect(decision.retryOn > today).toBe(true)
      }),
    )
  })

  it('[U6] is a refusal when the score is too low', () => {
    const newcomer: Applicant = {
      ...applicantWith({ score: 520, enquiriesInThreeMonths: 9 }),
      age: 20,
      education: 'basic',
      occupation: 'other',
      monthlyIncome: fen(3_000_00n),
    }
    expect(decide(newcomer, today)).toMatchObject({ reasons: ['too-few-points'] })
    const penniless = { ...sound, monthlyIncome: fen(500_00n) }
    const indebted = { ...penniless, bureau: { ...sound.bureau, owed: fen(10_000_00n) } }
    expect(decide(indebted, today)).toMatchObject({ reasons: ['limit-too-small'] })
  })
})
