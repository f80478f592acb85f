import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import type { Applicant, CreditReport } from '#credit/applicant.ts'
import { openLimit } from '#credit/limit.ts'
import { decide } from '#credit/policy.ts'
import {
  approveReferred,
  needsTwoReviewers,
  retryAfterReview,
  reviewGrounds,
} from '#credit/referral.ts'
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

const withReport = (change: Partial<CreditReport>): Applicant => ({
  ...sound,
  bureau: { ...sound.bureau, ...change },
})
const withRisk = (second: number): Applicant => ({ ...sound, devices: { first: 5, second } })

/** 225 points, five more than the lowest grade requires. */
const modest: Applicant = {
  age: 30,
  education: 'basic',
  occupation: 'other',
  monthlyIncome: fen(8_000_00n),
  bureau: { ...sound.bureau, score: 600, enquiriesInThreeMonths: 9 },
  devices: { first: 5, second: 50 },
}

describe('an application between approval and refusal', () => {
  it.each<[string, Applicant, string, readonly string[]]>([
    ['score 499', withReport({ score: 499 }), 'declined', ['bureau-score-too-low']],
    ['score 500', withReport({ score: 500 }), 'referred', ['bureau-score-near-lowest']],
    ['score 519', withReport({ score: 519 }), 'referred', ['bureau-score-near-lowest']],
    ['device risk 71', withRisk(71), 'referred', ['device-unclear']],
    ['device risk 84', withRisk(84), 'referred', ['device-unclear']],
    ['device risk 85', withRisk(85), 'risk-refused', ['device-not-trusted']],
    ['225 points', modest, 'referred', ['points-near-lowest']],
    ['215 points', { ...modest, age: 20 }, 'declined', ['too-few-points']],
  ])('[U13] is decided by the bounds: %s', (_, applicant, outcome, reasons) => {
    expect(decide(applicant, today)).toMatchObject({ outcome, reasons })
  })

  it.each([
    ['score 520', withReport({ score: 520 })],
    ['device risk 70', withRisk(70)],
    ['235 points', { ...modest, education: 'secondary' } satisfies Applicant],
  ])('[U13] needs no person outside them: %s', (_, applicant) => {
    expect(decide(applicant, today).outcome).toBe('approved')
  })

  it('[U13] is refused for a ground however close it is, and states every reason to refer', () => {
    const both = { ...withReport({ score: 510 }), devices: { first: 75, second: 5 } }
    expect(decide(both, today)).toMatchObject({
      outcome: 'referred',
      reasons: ['bureau-score-near-lowest', 'device-unclear'],
    })
    expect(decide({ ...both, age: 61 }, today)).toMatchObject({ reasons: ['age-out-of-range'] })
  })
})

describe('what a person approves', () => {
  it('[U14] is a limit of the product, at most that of the rules and of the first approval', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2_500n }).map((steps) => fen(steps * 100_00n))
    fc.assert(
      fc.property(
        amounts,
        fc.option(amounts, { nil: undefined }),
        amounts,
        (most, first, amount) => {
          const approved = approveReferred({ most, first }, amount)
          const isWithin = amount >= 500_00n && amount <= most && amount <= (first ?? most)
          expect(approved.ok).toBe(isWithin)
          if (approved.ok && most <= product.limit.amountMax) {
            expect(openLimit(approved.value, today).ok).toBe(true)
          }
        },
      ),
    )
    expect(approveReferred({ most: fen(5_000_00n) }, fen(1_050_00n)).ok).toBe(false)
  })

  it('[U14] needs a second person above 30,000, and a refusal names a later day', () => {
    expect(needsTwoReviewers(fen(30_000_00n))).toBe(false)
    expect(needsTwoReviewers(fen(30_100_00n))).toBe(true)
    for (const ground of reviewGrounds) {
      expect(retryAfterReview(ground, today)).toBe('2027-02-13')
    }
  })

  it('[U15] keeps nobody from applying again when no person was in time', () => {
    expect(retryAfterReview('not-reviewed-in-time', today)).toBe(today)
  })
})
