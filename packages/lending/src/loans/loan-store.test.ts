import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { dayCounts } from '@qingzhou/domain/calendar/period'
import { methods } from '@qingzhou/domain/loans/amortise'
import {
  isSettled,
  nextDueDate,
  noParts,
  type Instalment,
  type Loan,
} from '@qingzhou/domain/loans/loan'
import type { OpenLoan } from '@qingzhou/domain/draws/draw-request'
import { fen } from '@qingzhou/domain/money/money'
import { productNos } from '@qingzhou/domain/product'
import { writeAndCommit } from '@qingzhou/platform/database/pipeline/statement'
import type { LoanRecord } from './loan-rows.ts'
import { insertLoan, readLoans, readLoansOfDrawer, updateLoan } from './loan-store.ts'
import { newLoanNo } from '#numbers.ts'
import { booksForTests } from '#testing/books.ts'

const books = await booksForTests()

/** Amounts that exceed a double's precision, and are well within a bigint column. */
const amounts = fc.bigInt({ min: 0n, max: 2n ** 60n }).map(fen)
const days = fc.nat({ max: 40_000 }).map((day) => addDays(localDate('1950-01-01'), day))
const parts = fc.record({ fee: amounts, penalty: amounts, interest: amounts, principal: amounts })
const small = { min: 0n, max: 1_000n }
const fewParts = fc.record({
  fee: fc.bigInt(small).map(fen),
  penalty: fc.bigInt(small).map(fen),
  interest: fc.bigInt(small).map(fen),
  principal: fc.bigInt(small).map(fen),
})

const instalments: fc.Arbitrary<Instalment[]> = fc
  .array(
    fc.record({
      from: days,
      length: fc.integer({ min: 1, max: 400 }),
      days360: fc.integer({ min: 1, max: 400 }),
      dueDate: days,
      open: parts,
      paid: fewParts,
      waived: fewParts,
      deferralInterest: amounts,
      penaltySince: days,
      deferralMicrofen: amounts,
      penaltyUnits: amounts,
      prepaidInterest: amounts,
      convertedPrincipal: amounts,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows) =>
    rows.map(({ from, length, days360, open, paid, waived, ...row }, index) => ({
      ...row,
      n: index + 1,
      period: { from, to: addDays(from, length), days360 },
      paid,
      waived,
      due: {
        fee: fen(open.fee + paid.fee + waived.fee),
        penalty: fen(open.penalty + paid.penalty + waived.penalty),
        interest: fen(open.interest + paid.interest + waived.interest),
        principal: fen(open.principal + paid.principal + waived.principal),
      },
    })),
  )

const ppm = fc.bigInt({ min: 0n, max: 10_000_000n })
const stretch = fc.record({
  n: fc.integer({ min: 1, max: 360 }),
  kind: fc.constantFrom('period' as const, 'delay' as const),
  from: days,
  to: days,
  principal: amounts,
  annualRatePpm: ppm,
  period: fc.record({ from: days, to: days, days360: fc.nat({ max: 400 }) }),
})
const anyLoan: fc.Arbitrary<Loan> = fc.record({
  amount: fc.bigInt({ min: 1n, max: 2n ** 62n }).map(fen),
  start: days,
  method: fc.constantFrom(...methods),
  annualRatePpm: ppm,
  conventions: fc.record({
    dayCount: fc.constantFrom(...dayCounts),
    rounding: fc.constantFrom('half-up' as const, 'half-even' as const),
    brokenPeriod: fc.constantFrom('days-over-360' as const, 'share-of-period' as const),
    instalmentUnit: amounts,
    afterEarlyPart: fc.constantFrom('recompute' as const, 'keep-instalment' as const),
    late: fc.record({
      ratePercent: fc.bigInt({ min: 0n, max: 1_000n }),
      graceDays: fc.nat({ max: 90 }),
      principalFirstAfterDays: fc.nat({ max: 900 }),
      ratePpmMax: ppm,
    }),
  }),
  instalments,
  monthsAgreed: fc.integer({ min: 1, max: 360 }),
  level: amounts,
  accrual: fc.record({ since: days, microfen: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }) }),
  deferrals: fc.array(days, { maxLength: 3 }),
  coupon: fc.oneof(
    fc.record({ kind: fc.constant('interest-free-days' as const), days: fc.nat({ max: 90 }) }),
    fc.record({ kind: fc.constant('interest-share-off' as const), sharePpm: ppm }),
    fc.record({ kind: fc.constant('sum-off-first-instalment' as const), amount: amounts }),
  ),
  history: fc.record({ since: days, stretches: fc.array(stretch, { maxLength: 5 }) }),
  exposure: fc.record({
    since: days,
    fenDays: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    penaltyTakenOver: amounts,
  }),
})

const anyDay = fc.option(days, { nil: undefined })
const anyText = fc.option(fc.stringMatching(/^[a-z]{1,9}$/), { nil: undefined })
const anyLoanRecord: fc.Arbitrary<Omit<LoanRecord, 'loanNo'>> = fc.record({
  loan: anyLoan,
  origin: fc.constantFrom('draw', 'consolidation-plan', 'bill-conversion'),
  product: fc.constantFrom(...productNos),
  lender: fc.constantFrom('consumer-finance', 'bank', 'small-loan'),
  purpose: anyText,
  couponNo: anyText,
  cardId: anyText,
  consolidatedInto: anyText,
  defaultedOn: anyDay,
  reversedOn: anyDay,
  returnAskedOn: anyDay,
  isReplayable: fc.boolean(),
  limitUsed: amounts,
  bookedUntil: days,
})

describe('a loan in the database', () => {
  it('is read back exactly as inserted and as updated', async () => {
    const { database } = books.deps
    await fc.assert(
      fc.asyncProperty(anyLoanRecord, anyLoanRecord, async (first, second) => {
        const customer = books.newCustomer()
        const loanNo = newLoanNo(new Date())
        const record = { ...first, loanNo }
        await database.inTransaction((tx) =>
          writeAndCommit(tx, [insertLoan({ customer, record, openedAt: new Date() })]),
        )
        expect(await readLoans(database, customer)).toEqual([record])
        expect(await readLoansOfDrawer(database, customer)).toEqual(ofDrawer(record))

        const after = changeRecord(record, second)
        await database.inTransaction((tx) =>
          writeAndCommit(tx, [updateLoan({ customer, record: after })]),
        )
        expect(await readLoans(database, customer)).toEqual([after])
      }),
      { numRuns: 40 },
    )
  })

  it('is read back exactly where an update changes any part of it', async () => {
    const { database } = books.deps
    await fc.assert(
      fc.asyncProperty(anyLoanRecord, anyLoanRecord, anyPart, async (first, second, part) => {
        const customer = books.newCustomer()
        const before = { ...first, loanNo: newLoanNo(new Date()) }
        await database.inTransaction((tx) =>
          writeAndCommit(tx, [insertLoan({ customer, record: before, openedAt: new Date() })]),
        )
        const after = changeInPart(before, changeRecord(before, second), part)
        const update = updateLoan({ customer, record: after })
        await database.inTransaction((tx) => writeAndCommit(tx, [update]))
        expect(await readLoans(database, customer)).toEqual([after])
        expect(await readLoansOfDrawer(database, customer)).toEqual(ofDrawer(after))
      }),
      { numRuns: 60 },
    )
  })
})

/** What a draw reads of a loan, if it is not settled. */
function ofDrawer({ loan, origin }: LoanRecord): OpenLoan[] {
  return isSettled(loan) ? [] : [{ origin, nextDueDate: nextDueDate(loan) }]
}

type Part = {
  readonly record: readonly (keyof LoanRecord)[]
  readonly loan: readonly (keyof Loan)[]
  readonly instalment: readonly (keyof Instalment)[]
}

const anyPart: fc.Arbitrary<Part> = fc.record({
  record: fc.subarray<keyof LoanRecord>(['returnAskedOn', 'limitUsed', 'bookedUntil']),
  loan: fc.subarray<keyof Loan>(['annualRatePpm', 'accrual', 'deferrals', 'history', 'exposure']),
  instalment: fc.subarray<keyof Instalment>([
    ...(['period', 'dueDate', 'deferralInterest', 'deferralMicrofen', 'penaltyUnits'] as const),
    ...(['prepaidInterest', 'convertedPrincipal', 'penaltySince'] as const),
  ]),
})

/** The loan with the chosen fields of another version, and the parts paid of its first instalment. */
function changeInPart(before: LoanRecord, other: LoanRecord, part: Part): LoanRecord {
  const instalments = before.loan.instalments.map((instalment, index) => {
    const another = other.loan.instalments[index]
    if (!another) return instalment
    const paid = index === 0 ? { paid: instalment.due, waived: noParts } : {}
    return { ...instalment, ...pick(another, part.instalment), ...paid }
  })
  const loan = { ...before.loan, ...pick(other.loan, part.loan), instalments }
  return { ...before, ...pick(other, part.record), loan }
}

function pick<Value extends object>(value: Value, names: readonly (keyof Value)[]): Partial<Value> {
  const picked: Partial<Value> = {}
  for (const name of names) picked[name] = value[name]
  return picked
}

/** The changeable part of another loan on this one: amount, start and conventions stay. */
function changeRecord(record: LoanRecord, other: Omit<LoanRecord, 'loanNo'>): LoanRecord {
  const { annualRatePpm, accrual, deferrals, instalments, history, exposure } = other.loan
  const { consolidatedInto, defaultedOn, reversedOn, returnAskedOn, limitUsed, bookedUntil } = other
  const terms = {
    annualRatePpm,
    accrual,
    deferrals,
    instalments,
    history,
    ...(exposure && { exposure }),
  }
  const loan = { ...record.loan, ...terms }
  const behind = { consolidatedInto, defaultedOn, reversedOn, returnAskedOn }
  return { ...record, loan, ...behind, limitUsed, bookedUntil }
}
