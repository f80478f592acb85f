import type { LocalDate } from '#calendar/local-date.ts'
import type { Money } from '#money/money.ts'

/** Every way the lender says no. The edge has one line of words for each. */
export type Refusal =
  | InputRefusal
  | SignInRefusal
  | ApplicationRefusal
  | LimitRefusal
  | LoanRefusal
  | RepaymentRefusal
  | ReliefRefusal
  | RequestRefusal

/** What was sent can't be read, or is not offered. */
type InputRefusal =
  | { kind: 'amount-malformed' }
  | { kind: 'amount-not-positive' }
  | { kind: 'rate-malformed' }
  | { kind: 'months-malformed' }
  | { kind: 'method-unknown' }
  | { kind: 'day-count-unknown' }
  | { kind: 'rounding-unknown' }
  | { kind: 'date-malformed' }
  | { kind: 'first-due-date-out-of-range' }
  | { kind: 'grace-out-of-range' }
  | { kind: 'field-invalid'; message: string }

type SignInRefusal =
  | { kind: 'not-signed-in' }
  | { kind: 'link-token-invalid' }
  | { kind: 'link-unknown' }
  | { kind: 'captcha-wrong' }
  | { kind: 'captcha-required' }
  | { kind: 'sms-code-wrong'; triesLeft: number }
  | { kind: 'sms-code-void' }
  | { kind: 'sms-too-soon'; waitSeconds: number }
  | { kind: 'sms-quota-spent' }
  | { kind: 'sms-not-sent' }
  | { kind: 'agreement-needed' }
  | { kind: 'too-many-requests'; waitSeconds: number }
  | { kind: 'password-wrong' }
  | { kind: 'account-locked'; minutes: number }
  | { kind: 'authorisation-failed' }
  | { kind: 'bank-partner-link-unknown' }
  | { kind: 'not-in-sandbox' }

type ApplicationRefusal =
  | { kind: 'step-not-reached' }
  | { kind: 'page-data-missing' }
  | { kind: 'application-refused' }
  | { kind: 'risk-refused'; message: string }
  | { kind: 'age-not-accepted' }
  | { kind: 'students-not-accepted' }
  | { kind: 'changes-used-up'; opensOn: LocalDate }

type LimitRefusal =
  | { kind: 'limit-not-offered'; amountMin: Money; amountMax: Money; step: Money }
  | { kind: 'limit-frozen' }
  | { kind: 'limit-cancelled' }
  | { kind: 'limit-expired' }
  | { kind: 'limit-too-low'; available: Money }
  | { kind: 'limit-in-use' }
  | { kind: 'more-than-used'; used: Money }

type LoanRefusal =
  | { kind: 'draw-amount-not-offered'; amountMin: Money; amountMax: Money; step: Money }
  | { kind: 'term-not-offered' }
  | { kind: 'method-not-offered' }
  | { kind: 'purpose-not-accepted' }
  | { kind: 'cost-above-cap'; capPpm: bigint }
  | { kind: 'coupon-taken' }
  | { kind: 'coupon-not-held' }
  | { kind: 'coupon-not-valid-today' }
  | { kind: 'coupon-does-not-fit' }

type RepaymentRefusal =
  | { kind: 'nothing-owed' }
  | { kind: 'nothing-due' }
  | { kind: 'more-than-owed'; owed: Money }
  | { kind: 'less-than-payoff'; payoff: Money }
  | { kind: 'covers-payoff'; payoff: Money }
  | { kind: 'early-part-too-small'; least: Money }
  | { kind: 'instalments-due-first' }
  | { kind: 'refund-already-sent' }
  | { kind: 'refund-not-sent' }

type ReliefRefusal =
  | { kind: 'nothing-to-delay' }
  | { kind: 'too-late-to-delay' }
  | { kind: 'delays-used-up' }
  | { kind: 'delay-out-of-range'; daysMax: number }
  | { kind: 'rate-not-lower'; annualRatePpm: bigint }
  | { kind: 'rate-cut-date-out-of-range' }
  | { kind: 'not-late-enough' }
  | { kind: 'bill-overdue' }
  | { kind: 'waiver-share-out-of-range' }
  | { kind: 'waiver-needs-whole-payment'; toPay: Money }
  | { kind: 'offer-lapsed'; since: LocalDate }

/** What was asked for can't be found, or was asked for otherwise before. */
type RequestRefusal =
  | { kind: 'number-malformed' }
  | { kind: 'number-taken' }
  | { kind: 'limit-unknown' }
  | { kind: 'limit-already-open' }
  | { kind: 'grade-unknown' }
  | { kind: 'loan-unknown' }
  | { kind: 'coupon-unknown' }
  | { kind: 'offer-unknown' }
  | { kind: 'offer-taken' }
  | { kind: 'refund-unknown' }
  | { kind: 'transfer-unknown' }

/** Either a value, or the reason why there is none. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

export function granted<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

export function refused(refusal: Refusal): Outcome<never> {
  return { ok: false, refusal }
}
