import { localDate, type LocalDate } from '#calendar/local-date.ts'
import type { Method } from '#loans/amortise.ts'
import type { Conventions } from '#loans/terms.ts'
import { fen } from '#money/money.ts'

/** The figures of the product. They are chosen here and nowhere else. */
export const product = {
  limit: { amountMin: fen(500_00n), amountMax: fen(200_000_00n), step: fen(100_00n), months: 12 },
  draw: { amountMin: fen(500_00n), amountMax: fen(50_000_00n), step: fen(100_00n) },
  terms: [3, 6, 9, 12, 24],
  /** The longest term each method is offered for. */
  methods: {
    'equal-instalments': 24,
    'equal-principal': 24,
    'interest-first': 12,
  } satisfies Record<Method, number>,
  /** Rates by grade, a year, simple. */
  gradeRatesPpm: { A: 72_000n, B: 108_000n, C: 144_000n, D: 180_000n, E: 234_000n },
  age: { min: 18, max: 60 },
  purposes: {
    accepted: ['daily', 'decoration', 'travel', 'education', 'medical', 'shopping', 'other'],
    refused: ['housing', 'securities', 'investment'],
  },
  /** Changes of name, and of employer, each. */
  profile: { changesPerYear: 2 },
  earlyPartMin: fen(100_00n),
  delay: { daysMax: 30, daysOverdueMax: 3, timesPerYear: 2 },
  regionalRelief: { daysMax: 90 },
  waiver: { daysOverdueMin: 31 },
  personalisedPlan: { monthsMin: 6, monthsMax: 60 },
  secondInstalment: { months: [3, 6, 12] },
} as const

/** How our own agreements count. */
export const conventions: Conventions = {
  dayCount: '30/360',
  rounding: 'half-up',
  brokenPeriod: 'days-over-360',
  instalmentUnit: fen(1n),
  afterEarlyPart: 'recompute',
  late: { ratePercent: 150n, graceDays: 3, principalFirstAfterDays: 90 },
}

export const lenders = ['consumer-finance', 'bank', 'small-loan'] as const
export type Lender = (typeof lenders)[number]

/** The highest all-in annualised cost, by lender, from a day on; the latest row that has begun counts. */
export const costCaps: readonly { lender: Lender; from: LocalDate; annualCostPpmMax: bigint }[] = [
  { lender: 'consumer-finance', from: localDate('2020-01-01'), annualCostPpmMax: 240_000n },
  { lender: 'bank', from: localDate('2020-01-01'), annualCostPpmMax: 240_000n },
  { lender: 'small-loan', from: localDate('2020-01-01'), annualCostPpmMax: 240_000n },
]
