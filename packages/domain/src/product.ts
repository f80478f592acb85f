import { localDate, type LocalDate } from '#calendar/local-date.ts'
import type { Method } from '#loans/amortise.ts'
import type { Conventions } from '#loans/terms.ts'
import { fen } from '#money/money.ts'

/** The figures of the product. They are chosen here and nowhere else. */
export const product = {
  limit: { amountMin: fen(500_00n), amountMax: fen(200_000_00n), step: fen(100_00n), months: 12 },
  draw: { amountMin: fen(500_00n), amountMax: fen(50_000_00n), step: fen(100_00n) },
  terms: [3, 6, 9, 12, 24],
  /** How long a draw that was asked for waits for its borrower to prove who they are. */
  verification: { minutes: 30 },
  /** Beyond these, a draw needs a face check. */
  drawRisk: { amountMax: fen(20_000_00n), drawsPerDay: 3 },
  /** Loans above this are funded together with a partner bank. */
  unionLoan: { amountOver: fen(20_000_00n) },
  costSheet: { readSeconds: 5 },
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
  /** How often a person may try on a day, and how much a face check asks for. */
  identity: {
    picturesPerDay: 50,
    cardReadsPerDay: 10,
    idChecksPerDay: 10,
    faceChallengesPerDay: 30,
    faceChecksPerDay: 5,
    faceActions: 2,
  },
  /** Changes of name, and of issuing authority, each. */
  profile: { changesPerYear: 2 },
  /**
   * Hours in Shanghai at which what is due is debited; each goes through the cards of a customer. What
   * is late is tried once a day, at the first hour, and told of on some of these days only.
   */
  automaticDebit: {
    hours: [7, 12, 18],
    waitMinutes: 10,
    toldOnDaysLate: [1, 3, 7, 15, 30, 60, 90],
  },
  earlyPartMin: fen(100_00n),
  delay: { daysMax: 30, daysOverdueMax: 3, timesPerYear: 2 },
  regionalRelief: { daysMax: 90 },
  /** Of an employee's loan, what it was used for has to be shown. */
  proofs: {
    daysAfterDraw: 30,
    daysAfterLateRefusal: 7,
    remindDaysBefore: 3,
    uploadsPerDay: 100,
    pdfPagesMax: 50,
  },
  /**
   * Whoever uploads for many customers uploads more than any of them. What became of an import of names
   * can be read for some days.
   */
  staff: {
    failuresMax: 5,
    lockMinutes: 30,
    sessionHours: 12,
    uploadsPerDay: 1_000,
    importDays: 30,
  },
  waiver: { daysOverdueMin: 31 },
  /**
   * A debt that was late, in instalments: at a share of the lowest rate of the old loans. Long ones need
   * a hardship document, which counts for some days; with some instalments unpaid the plan is broken.
   */
  personalisedPlan: {
    monthsMin: 6,
    monthsMax: 60,
    monthsWithoutDocument: 36,
    ratePercent: 60n,
    documentDays: 90,
    brokenAfterUnpaid: 2,
  },
  secondInstalment: { months: [3, 6, 12] },
  /**
   * How long a phone change that was begun may be finished; how many numbers a customer may try on a day,
   * as each answer tells whether a number is somebody's; and how long a new card has to be on file before
   * its face opens the account to another phone, or a draw, so that its owner has time to hear of it.
   */
  phoneChange: {
    minutes: 30,
    numbersPerDay: 5,
    numbersPerDeviceAndDay: 20,
    daysAfterNewCard: 3,
  },
  /** How long the law asks to keep who somebody was, after the last business with them. */
  retention: { years: 5 },
  mall: { returnDays: 7 },
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

/** What is lent: our own product, the employees' loan, and what is bought in the mall. */
export const productNos = ['103001', '101001', '900001'] as const
export type ProductNo = (typeof productNos)[number]
export const defaultProductNo: ProductNo = '103001'
/** For who is on the list of employees; what it is used for has to be shown. */
export const employeeProductNo: ProductNo = '101001'
/** What is bought in the mall: the draw is its price, and the money goes to the mall. */
export const mallProductNo = '900001' as const satisfies ProductNo
export const productNames: Readonly<Record<ProductNo, string>> = {
  '103001': '消费贷',
  '101001': '员工贷',
  '900001': '商城分期',
}

export const lenders = ['consumer-finance', 'bank', 'small-loan'] as const
export type Lender = (typeof lenders)[number]
export const lenderNames: Readonly<Record<Lender, string>> = {
  'consumer-finance': '消费金融公司',
  bank: '银行',
  'small-loan': '小额贷款公司',
}

/** The highest all-in annualised cost, by lender, from a day on; the latest row that has begun counts. */
export const costCaps: readonly { lender: Lender; from: LocalDate; annualCostPpmMax: bigint }[] = [
  { lender: 'consumer-finance', from: localDate('2020-01-01'), annualCostPpmMax: 240_000n },
  { lender: 'bank', from: localDate('2020-01-01'), annualCostPpmMax: 240_000n },
  { lender: 'small-loan', from: localDate('2020-01-01'), annualCostPpmMax: 240_000n },
]

/** The one-year loan prime rate, from the day each was published; the lender adds a row when it changes. */
export const lprRows: readonly { from: LocalDate; annualRatePpm: bigint }[] = [
  { from: localDate('2019-08-20'), annualRatePpm: 42_500n },
  { from: localDate('2019-09-20'), annualRatePpm: 42_000n },
  { from: localDate('2019-11-20'), annualRatePpm: 41_500n },
  { from: localDate('2020-02-20'), annualRatePpm: 40_500n },
  { from: localDate('2020-04-20'), annualRatePpm: 38_500n },
  { from: localDate('2021-12-20'), annualRatePpm: 38_000n },
  { from: localDate('2022-01-20'), annualRatePpm: 37_000n },
  { from: localDate('2022-08-22'), annualRatePpm: 36_500n },
  { from: localDate('2023-06-20'), annualRatePpm: 35_500n },
  { from: localDate('2023-08-21'), annualRatePpm: 34_500n },
  { from: localDate('2024-07-22'), annualRatePpm: 33_500n },
  { from: localDate('2024-10-21'), annualRatePpm: 31_000n },
  { from: localDate('2025-05-20'), annualRatePpm: 30_000n },
]
