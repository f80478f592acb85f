import { assert } from '#assert.ts'
import {
  deviceRisk,
  isAsked,
  withSources,
  missingSources,
  type Applicant,
  type KnownApplicant,
  type Occupation,
  type Source,
} from '#credit/applicant.ts'
import { referralReasons, referralsNeeding, type ReferralReason } from '#credit/referral.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { divide, fen, lesser, ZERO, subtract, type Money } from '#money/money.ts'
import { product } from '#product.ts'

/**
 * Change it with every change of a rule, figure or reason below: each decision records its policy
 * version.
 */
export const policyVersion = '2026-11-4'

export type Grade = keyof typeof product.gradeRatesPpm

export type Decision =
  | {
      readonly outcome: 'approved'
      readonly grade: Grade
      readonly amount: Money
      readonly annualRatePpm: bigint
      readonly points: readonly Points[]
    }
  | {
      readonly outcome: 'referred'
      readonly reasons: readonly ReferralReason[]
      readonly grade: Grade
      /** The most that a person may approve. */
      readonly amount: Money
      readonly annualRatePpm: bigint
      readonly points: readonly Points[]
    }
  | {
      readonly outcome: 'declined' | 'refused' | 'risk-refused'
      readonly reasons: readonly Reason[]
      /** The day from which another application may be made. */
      readonly retryOn: LocalDate
      readonly points: readonly Points[]
    }

/** Points per characteristic, so that a grade can be explained. */
export type Points = { readonly for: string; readonly points: number }

type Rule = {
  readonly reason: string
  readonly outcome: 'declined' | 'refused' | 'risk-refused'
  readonly waitDays: number
  readonly needs?: Source
  readonly applies: (known: KnownApplicant) => boolean
}

/** Any one of these rules refuses the application, whatever its score. Gravest first. [U2, E5] */
// A table: one rule, one line.
// oxfmt-ignore
const rules = [
  { reason: 'on-fraud-list',           outcome: 'risk-refused', waitDays: 365, needs: 'bureau',  applies: ({ bureau }) => bureau.isOnFraudList },
  { reason: 'device-not-trusted',      outcome: 'risk-refused', waitDays: 90,  needs: 'devices', applies: (applicant) => deviceRisk(applicant) >= 85 },
  { reason: 'age-out-of-range',        outcome: 'refused',      waitDays: 365, applies: ({ age }) => age < product.age.min || age > product.age.max },
  { reason: 'full-time-student',       outcome: 'refused',      waitDays: 180, applies: ({ occupation }) => occupation === 'student' },
  { reason: 'enforced-by-court',       outcome: 'refused',      waitDays: 365, needs: 'bureau',  applies: ({ bureau }) => bureau.isEnforced },
  { reason: 'overdue-now',             outcome: 'declined',     waitDays: 30,  needs: 'bureau',  applies: ({ bureau }) => bureau.isOverdueNow },
  { reason: 'long-overdue-lately',     outcome: 'declined',     waitDays: 180, needs: 'bureau',  applies: ({ bureau }) => bureau.daysOverdueMaxInTwoYears > 90 },
  { reason: 'too-many-enquiries',      outcome: 'declined',     waitDays: 90,  needs: 'bureau',  applies: ({ bureau }) => bureau.enquiriesInThreeMonths > 12 },
  { reason: 'owes-too-much',           outcome: 'declined',     waitDays: 90,  needs: 'bureau',  applies: ({ bureau, monthlyIncome }) => bureau.owed > monthlyIncome * 24n },
  { reason: 'bureau-score-too-low',    outcome: 'declined',     waitDays: 90,  needs: 'bureau',  applies: ({ bureau }) => bureau.score < 500 },
] as const satisfies readonly Rule[]

/** The rules in the order of the table, to explain a decision one by one. */
export const refusalRules: readonly Reason[] = rules.map(({ reason }) => reason)

/** The sources that a decision of this policy with these points did without. */
export function sourcesLeftOut(points: readonly Points[]): readonly Source[] {
  const has = (name: string) => points.some((row) => row.for === name)
  const missing = scorecard.flatMap((row) => (row.needs && !has(row.for) ? row.needs : []))
  return [...new Set(missing)]
}

/** The rules and characteristics that were not asked, to say so in the explanation. [U11] */
export function notAsked(missing: readonly Source[]): readonly string[] {
  const left = (row: object) => !isAsked(row, missing)
  return [
    ...rules.filter(left).map(({ reason }) => reason),
    ...referralsNeeding(missing),
    ...scorecard.filter(left).map((row) => row.for),
  ]
}

/** No rule refuses the application, but its score is too low. */
const TOO_FEW_POINTS = { reason: 'too-few-points', outcome: 'declined', waitDays: 90 } as const
const LIMIT_TOO_SMALL = { reason: 'limit-too-small', outcome: 'declined', waitDays: 90 } as const

type Ground = Pick<(typeof rules)[number], 'reason' | 'outcome' | 'waitDays'>
type OwnGround = typeof TOO_FEW_POINTS | typeof LIMIT_TOO_SMALL
export type Reason = (Ground | OwnGround)['reason']

type Characteristic = {
  readonly for: string
  readonly max: number
  readonly needs?: Source
  readonly points: (known: KnownApplicant) => number
}

/** The scorecard: points per characteristic, and the most that it gives. [U3] */
// A table: one characteristic, one line.
// oxfmt-ignore
const scorecard: readonly Characteristic[] = [
  { for: 'bureau-score', max: 260, needs: 'bureau',  points: ({ bureau }) => pointsReached(bureau.score, [[760, 260], [720, 220], [680, 170], [640, 120], [600, 70], [560, 30]]) },
  { for: 'income',       max: 80,  points: ({ monthlyIncome }) => pointsReached(yuanOf(monthlyIncome), [[30_000, 80], [20_000, 70], [15_000, 60], [10_000, 50], [8_000, 40], [5_000, 25], [3_000, 10]]) },
  { for: 'occupation',   max: 50,  points: ({ occupation }) => occupationPoints[occupation] },
  { for: 'education',    max: 40,  points: ({ education }) => educationPoints[education] },
  { for: 'age',          max: 20,  points: ({ age }) => (age >= 25 && age <= 50 ? 20 : 10) },
  { for: 'enquiries',    max: 40,  needs: 'bureau',  points: ({ bureau }) => within(bureau.enquiriesInThreeMonths, [[2, 40], [5, 25], [8, 10]]) },
  { for: 'debts',        max: 40,  needs: 'bureau',  points: ({ bureau, monthlyIncome }) => within(incomesOwed(bureau.owed, monthlyIncome), [[3, 40], [6, 25], [12, 10]]) },
  { for: 'punctuality',  max: 40,  needs: 'bureau',  points: ({ bureau }) => within(bureau.daysOverdueMaxInTwoYears, [[0, 40], [30, 15]]) },
  { for: 'device',       max: 40,  needs: 'devices', points: (known) => within(deviceRisk(known), [[20, 40], [40, 25], [60, 10]]) },
]

const educationPoints: Record<Applicant['education'], number> = {
  basic: 0,
  secondary: 10,
  college: 20,
  university: 30,
  postgraduate: 40,
}

const occupationPoints: Record<Occupation, number> = {
  public: 50,
  management: 45,
  professional: 40,
  employee: 30,
  'self-employed': 20,
  retired: 15,
  freelance: 10,
  student: 0,
  other: 5,
}

/** Per grade: the points required, the limit in monthly incomes, and the highest limit. [U5] */
// A table: one grade, one line.
// oxfmt-ignore
const grades: readonly { readonly grade: Grade; readonly points: number; readonly incomes: bigint; readonly amountMax: Money }[] = [
  { grade: 'A', points: 480, incomes: 10n, amountMax: product.limit.amountMax },
  { grade: 'B', points: 420, incomes: 7n,  amountMax: fen(100_000_00n) },
  { grade: 'C', points: 350, incomes: 4n,  amountMax: fen(50_000_00n) },
  { grade: 'D', points: 280, incomes: 2n,  amountMax: fen(20_000_00n) },
  { grade: 'E', points: 220, incomes: 1n,  amountMax: fen(8_000_00n) },
]

/** What the lowest grade requires. */
const LOWEST_POINTS = Math.min(...grades.map(({ points }) => points))

/** The highest limit of a grade. [U5] */
export function limitMaxOf(grade: Grade): Money {
  const row = grades.find((one) => one.grade === grade)
  assert(row !== undefined, `grade ${grade} has no highest limit`)
  return row.amountMax
}

/** Without a bureau, debt elsewhere is unknown: grades with a higher limit are not given. [U12] */
const LIMIT_MAX_WITHOUT_BUREAU = fen(50_000_00n)

/** Decides on an application: a pure function of the applicant's data. [U1] */
export function decide(applicant: Applicant, today: LocalDate): Decision {
  const [known, missing] = [withSources(applicant), missingSources(applicant)]
  const asked = scorecard.filter((row) => isAsked(row, missing))
  const points = asked.map((row) => ({ for: row.for, points: row.points(known) }))
  const against = rules.filter((rule) => isAsked(rule, missing) && rule.applies(known))
  if (against.length > 0) return refusal(against, points, today)

  const total = points.reduce((sum, row) => sum + row.points, 0)
  // What a grade requires falls with the most that the characteristics left can give. [U11]
  const reached = grades.find(
    (row) =>
      total * maxOf(scorecard) >= row.points * maxOf(asked) &&
      (applicant.bureau !== undefined || row.amountMax <= LIMIT_MAX_WITHOUT_BUREAU),
  )
  if (!reached) return refusal([TOO_FEW_POINTS], points, today)

  const amount = limitFor(applicant, reached)
  if (amount < product.limit.amountMin) return refusal([LIMIT_TOO_SMALL], points, today)
  const { grade } = reached
  const annualRatePpm = product.gradeRatesPpm[grade]
  const pointsOver = (total * maxOf(scorecard)) / maxOf(asked) - LOWEST_POINTS
  const reasons = referralReasons({ known, pointsOver }, missing)
  if (reasons.length === 0) return { outcome: 'approved', grade, amount, annualRatePpm, points }
  return { outcome: 'referred', reasons, grade, amount, annualRatePpm, points }
}

function maxOf(rows: readonly Characteristic[]): number {
  return rows.reduce((sum, { max }) => sum + max, 0)
}

/**
 * The gravest ground sets the outcome, the longest wait sets the day; all reasons are reported.
 * [U6]
 */
function refusal(
  grounds: readonly (Ground | OwnGround)[],
  points: readonly Points[],
  today: LocalDate,
): Decision {
  return {
    outcome: grounds[0]?.outcome ?? 'declined',
    reasons: grounds.map(({ reason }) => reason),
    retryOn: addDays(today, Math.max(...grounds.map(({ waitDays }) => waitDays))),
    points,
  }
}

/**
 * The grade's multiple of the income, less half of the debt elsewhere, in whole steps, up to the
 * grade's maximum. [U5]
 */
function limitFor(applicant: Applicant, grade: (typeof grades)[number]): Money {
  const { monthlyIncome, bureau } = applicant
  const halfOwed = fen(divide(bureau?.owed ?? ZERO, 2n, 'half-up'))
  const affordable = subtract(fen(monthlyIncome * grade.incomes), halfOwed)
  if (affordable <= 0n) return ZERO
  const amount = lesser(affordable, grade.amountMax)
  return subtract(amount, fen(amount % product.limit.step))
}

type Bands = readonly (readonly [bound: number, points: number])[]

/** The points of the first bound that the value reaches; bounds in descending order. */
function pointsReached(value: number, bands: Bands): number {
  return bands.find(([bound]) => value >= bound)?.[1] ?? 0
}

/** The points of the first bound that the value does not exceed; bounds in ascending order. */
function within(value: number, bands: Bands): number {
  return bands.find(([bound]) => value <= bound)?.[1] ?? 0
}

function yuanOf(amount: Money): number {
  return Number(amount / 100n)
}

/** Debt in monthly incomes, rounded up; infinite for a debt without income. */
function incomesOwed(owed: Money, monthlyIncome: Money): number {
  if (owed === ZERO) return 0
  if (monthlyIncome <= 0n) return Number.POSITIVE_INFINITY
  return Number((owed + monthlyIncome - 1n) / monthlyIncome)
}
