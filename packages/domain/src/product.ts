import { gradeRatesPpm } from '#grade-rates.ts'
import type { Method } from '#loans/amortise.ts'
import type { Conventions } from '#loans/terms.ts'
import { fen } from '#money/money.ts'

/** The figures of the product. They are defined only here. */
export const product = {
  limit: { amountMin: fen(500_00n), amountMax: fen(200_000_00n), step: fen(100_00n), months: 12 },
  /**
   * The monthly review: who is more than `daysOverdueMax` days late can draw nothing more; who has paid
   * `punctualMin` instalments in time, and uses the limit, gets `raisePercent` more every `monthsMin` months.
   */
  limitReview: {
    daysOverdueMax: 30,
    punctualMin: 6,
    monthsMin: 6,
    usedPercentMin: 30n,
    raisePercent: 10n,
  },
  draw: { amountMin: fen(500_00n), amountMax: fen(50_000_00n), step: fen(100_00n) },
  terms: [3, 6, 9, 12, 24],
  /** How long a draw waits for the borrower's verification. */
  verification: { minutes: 30 },
  /** Above these, a draw needs a face check. */
  drawRisk: { amountMax: fen(20_000_00n), drawsPerDay: 3 },
  costSheet: { readSeconds: 5 },
  /** The longest term each method is offered for. */
  methods: {
    'equal-instalments': 24,
    'equal-principal': 24,
    'interest-first': 12,
  } satisfies Record<Method, number>,
  gradeRatesPpm,
  age: { min: 18, max: 60 },
  purposes: {
    accepted: ['daily', 'decoration', 'travel', 'education', 'medical', 'shopping', 'other'],
    refused: ['housing', 'securities', 'investment'],
  },
  /** Daily limits per person, and the number of actions in a face check. */
  identity: {
    picturesPerDay: 50,
    cardReadsPerDay: 10,
    idChecksPerDay: 10,
    faceChallengesPerDay: 30,
    faceChecksPerDay: 5,
    faceActions: 2,
    /** Whether photos of the card may come from the album; if not, only from the camera. */
    albumAllowed: true,
  },
  /** The quota applies separately to the name and to the issuing authority. */
  profile: { changesPerYear: 2 },
  /**
   * Hours in Shanghai at which due amounts are debited, trying the customer's cards in turn.
   * Overdue amounts are debited once a day, at the first hour, and the customer is notified only on
   * the listed days.
   */
  automaticDebit: {
    hours: [7, 12, 18],
    waitMinutes: 10,
    toldOnDaysLate: [1, 3, 7, 15, 30, 60, 90],
  },
  /**
   * Debits by an agreement with the payment app, after all cards: once a month, up to an amount. The app lets
   * a debit run some days ahead of its day, and takes no day after the 28th.
   */
  walletDebit: {
    amountMax: fen(20_000_00n),
    daysAhead: 5,
    lastDayOfMonth: 28,
    lateDayOfMonth: 3,
  },
  /** Reminders by SMS: days before a due date, at this hour in Shanghai. */
  dueReminder: { daysBefore: [3, 1], hour: 9 },
  earlyPartMin: fen(100_00n),
  deferral: { daysMax: 30, daysOverdueMax: 3, timesPerYear: 2 },
  regionalForbearance: { daysMax: 90 },
  /** Loan-use evidence for employee loans. */
  evidence: {
    daysAfterDraw: 30,
    daysAfterLateRefusal: 7,
    remindDaysBefore: 3,
    uploadsPerDay: 100,
    pdfPagesMax: 50,
  },
  /**
   * Staff upload for many customers, so their daily limit is higher. Import results can be read for
   * `importDays`.
   */
  staff: {
    failuresMax: 5,
    lockMinutes: 30,
    sessionHours: 12,
    firstPasswordHours: 24,
    uploadsPerDay: 1_000,
    importDays: 30,
  },
  waiver: { daysOverdueMin: 31 },
  /** What one campaign may give at most, and to how many people. */
  campaigns: {
    peopleMax: 100_000,
    couponDaysMax: 60,
    couponAmountMax: fen(500_00n),
    validDaysMax: 366,
    textMax: 60,
    /** The hours in which messages may be sent, in Shanghai. */
    sendingHours: { from: 8, until: 21 },
  },
  /** The hours in which a borrower is told of overdue debt, in Shanghai. */
  collectionHours: { from: 8, until: 21 },
  /**
   * A consolidation plan for overdue debt, at a percentage of the lowest rate of the old loans.
   * Long terms need a hardship document, which is valid for `documentDays`; the plan defaults after
   * `defaultAfterUnpaid` unpaid instalments.
   */
  personalisedPlan: {
    monthsMin: 6,
    monthsMax: 60,
    monthsWithoutDocument: 36,
    ratePercent: 60n,
    documentDays: 90,
    defaultAfterUnpaid: 2,
  },
  billConversion: { months: [3, 6, 12] },
  /**
   * How long a started phone change can be completed; how many numbers can be tried per day, since
   * each answer reveals whether a number has an account; and how long a new card must be on file
   * before a face check against it can authorise a phone change or a draw, so that the owner has
   * time to notice.
   */
  phoneChange: {
    minutes: 30,
    numbersPerDay: 5,
    numbersPerDeviceAndDay: 20,
    daysAfterNewCard: 3,
  },
  /**
   * A face check that a person decides: how long a plan or a phone change waits for it and how long it
   * may go on afterwards, in hours (a draw: until the end of its day), and above which amount of a
   * draw two people decide.
   */
  faceReview: { waitHours: 48, continueHours: 24, twoReviewersAbove: fen(30_000_00n) },
  /** An application that is referred to a person: how long it waits, and above which limit two people decide. */
  creditReview: { waitDays: 5, twoReviewersAbove: fen(30_000_00n) },
  /** How long the law requires personal data to be kept after the last business with a customer. */
  retention: { years: 10 },
  /** Copies of personal data: how long one can be downloaded, and how many can be asked for in which time. */
  dataCopy: { days: 7, requestsMax: 3, requestDays: 30 },
  /** The days between the message to the borrower and the first record of a late loan at the bureau, and for an answer. */
  bureau: { noticeDays: 5, disputeAnswerDays: 20 },
  mall: { returnDays: 7 },
  /**
   * The lender's own books: the days late up to which a loan has a class, from which the stage of its expected loss
   * is the second, and for how many months nothing is late before a non-performing and a restructured loan improve.
   */
  books: {
    classDays: { pass: 0, 'special-mention': 90, substandard: 270, doubtful: 360 },
    stageTwoAfterDays: 30,
    observationMonths: 6,
    restructuredMonths: 12,
  },
} as const

/** The conventions of our own agreements. */
export const conventions: Conventions = {
  dayCount: '30/360',
  rounding: 'half-up',
  brokenPeriod: 'days-over-360',
  instalmentUnit: fen(1n),
  afterEarlyPart: 'recompute',
  late: { ratePercent: 150n, graceDays: 3, principalFirstAfterDays: 90 },
}

/** Products: the consumer loan, the employee loan and the mall purchase. */
export const productNos = ['103001', '101001', '900001'] as const
export type ProductNo = (typeof productNos)[number]
export const defaultProductNo: ProductNo = '103001'
/** For customers on the employee roster; loan-use evidence is required. */
export const employeeProductNo: ProductNo = '101001'
/** A mall purchase: the draw is the price, and the money goes to the mall. */
export const mallProductNo = '900001' as const satisfies ProductNo
export const productNames: Readonly<Record<ProductNo, string>> = {
  '103001': '消费贷',
  '101001': '员工贷',
  '900001': '商城分期',
}

export const lenderKinds = ['consumer-finance', 'bank', 'small-loan'] as const
export type LenderKind = (typeof lenderKinds)[number]
export const lenderKindNames: Readonly<Record<LenderKind, string>> = {
  'consumer-finance': '消费金融公司',
  bank: '银行',
  'small-loan': '小额贷款公司',
}
