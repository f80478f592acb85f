import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { History, Stretch } from '@qingzhou/domain/loans/history'
import type { Loan } from '@qingzhou/domain/loans/loan'
import { isOpen, nextDueDate } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { instalmentsText, termsText } from './loan-fields.ts'
import type { LoanRecord } from './loan-rows.ts'

type Column = { readonly name: string; readonly of: (record: LoanRecord) => unknown }

/** Columns of the agreed terms, which never change. */
export const signed: readonly Column[] = [
  { name: 'loan_no', of: ({ loanNo }) => loanNo },
  { name: 'origin', of: ({ origin }) => origin },
  { name: 'product', of: ({ product }) => product },
  { name: 'lender', of: ({ lender }) => lender },
  { name: 'purpose', of: ({ purpose }) => purpose },
  { name: 'coupon_no', of: ({ couponNo }) => couponNo },
  { name: 'card_id', of: ({ cardId }) => cardId },
  { name: 'amount_fen', of: ({ loan }) => loan.amount },
  { name: 'start_on', of: ({ loan }) => loan.start },
  { name: 'terms', of: ({ loan }) => termsText(loan) },
  { name: 'is_replayable', of: ({ isReplayable }) => isReplayable },
]

/** Columns that an event may change. */
export const changing: readonly Column[] = [
  { name: 'consolidated_into', of: ({ consolidatedInto }) => consolidatedInto },
  { name: 'defaulted_on', of: ({ defaultedOn }) => defaultedOn },
  { name: 'reversed_on', of: ({ reversedOn }) => reversedOn },
  { name: 'return_requested_on', of: ({ returnAskedOn }) => returnAskedOn },
  { name: 'annual_rate_ppm', of: ({ loan }) => loan.annualRatePpm },
  { name: 'level_instalment_fen', of: ({ loan }) => loan.level },
  { name: 'accrual_since', of: ({ loan }) => loan.accrual.since },
  { name: 'accrual_microfen', of: ({ loan }) => loan.accrual.microfen },
  {
    name: 'deferred_on',
    of: ({ loan: { deferrals } }) => (deferrals.length > 0 ? arrayOf(deferrals) : null),
  },
  { name: 'limit_used_fen', of: ({ limitUsed }) => limitUsed },
  { name: 'is_settled', of: ({ loan }) => !loan.instalments.some(isOpen) },
  { name: 'first_open', of: ({ loan }) => loan.instalments.find(isOpen)?.n },
  { name: 'next_due_on', of: ({ loan }) => nextDueDate(loan) },
  { name: 'booked_until', of: ({ bookedUntil }) => bookedUntil },
  { name: 'history', of: ({ loan }) => historyText(loan) },
  { name: 'instalments', of: ({ loan }) => instalmentsText(loan.instalments) },
]

/** A PostgreSQL array literal. Numbers and dates need no quoting. */
export function arrayOf(values: readonly unknown[]): string {
  return `{${values.join(',')}}`
}

/** The stored form of a stretch. It is compact, because a loan has one per period and change. */
type StoredStretch = [
  n: number,
  kind: Stretch['kind'] | 'penalty',
  from: LocalDate,
  to: LocalDate,
  principal: string,
  annualRatePpm: string,
  periodFrom: LocalDate,
  periodTo: LocalDate,
  days360: number,
]

type StoredHistory = {
  since: LocalDate
  stretches: StoredStretch[]
  isCouponUsed?: true
  firstDue?: LocalDate
  givenUp?: [n: number, interest: string][]
  exposure?: [since: LocalDate, fenDays: string, penaltyTakenOver: string]
}

function historyText({ history, exposure }: Loan): string {
  const { since, stretches, isCouponUsed, firstDue, givenUp } = history
  const stored: StoredHistory = {
    since,
    ...(isCouponUsed && { isCouponUsed }),
    ...(firstDue && { firstDue }),
    ...(givenUp && { givenUp: givenUp.map(({ n, interest }) => [n, String(interest)]) }),
    ...(exposure && {
      exposure: [exposure.since, String(exposure.fenDays), String(exposure.penaltyTakenOver)],
    }),
    stretches: stretches.map(({ n, kind, from, to, principal, annualRatePpm, period }) => {
      const amounts = [String(principal), String(annualRatePpm)] as const
      return [n, kind, from, to, ...amounts, period.from, period.to, period.days360]
    }),
  }
  return JSON.stringify(stored)
}

/** Parses a history and the exposure beside it. */
export function historyOf(text: string): Pick<Loan, 'history' | 'exposure'> {
  // Written only by historyText.
  const { since, stretches, isCouponUsed, firstDue, givenUp, exposure } = JSON.parse(
    text,
  ) as StoredHistory
  const history: History = {
    since,
    ...(isCouponUsed && { isCouponUsed }),
    ...(firstDue && { firstDue }),
    ...(givenUp && {
      givenUp: givenUp.map(([n, interest]) => ({ n, interest: fen(BigInt(interest)) })),
    }),
    stretches: stretches.flatMap(
      ([n, kind, from, to, principal, ppm, periodFrom, periodTo, days360]) => {
        // Earlier versions also stored overdue days.
        if (kind === 'penalty') return []
        const period = { from: periodFrom, to: periodTo, days360 }
        const amounts = { principal: fen(BigInt(principal)), annualRatePpm: BigInt(ppm) }
        return [{ n, kind, from, to, ...amounts, period }]
      },
    ),
  }
  if (!exposure) return { history }
  const [countedUntil, fenDays, penaltyTakenOver] = exposure
  return {
    history,
    exposure: {
      since: countedUntil,
      fenDays: BigInt(fenDays),
      penaltyTakenOver: fen(BigInt(penaltyTakenOver)),
    },
  }
}
