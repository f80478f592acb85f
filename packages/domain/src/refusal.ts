import type { DebitRefusalKind } from '#cards/debit-refusal.ts'
import type { DatedReason } from '#dated/dated-reason.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import type { BureauRefusal } from '#bureau/bureau-refusal.ts'
import type { EvidenceRefusal } from '#evidence/evidence-refusal.ts'
import type { MallRefusal } from '#mall/mall-refusal.ts'
import type { Money } from '#money/money.ts'

/** Every refusal. The HTTP layer has one message for each. */
export type Refusal =
  | InputRefusal
  | SignInRefusal
  | IdentityRefusal
  | CardRefusal
  | ApplicationRefusal
  | LimitRefusal
  | LoanRefusal
  | RepaymentRefusal
  | ForbearanceRefusal
  | PlanRefusal
  | RequestRefusal
  | EvidenceRefusal
  | { kind: 'evidence-overdue'; since: LocalDate }
  | StaffRefusal
  | AccountRefusal
  | MallRefusal
  | BureauRefusal

/** The input is invalid or not offered. */
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
  | { kind: 'dated-row-refused'; row: string; reason: DatedReason; detail?: string }

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
  | { kind: 'password-closed' }
  | { kind: 'authorisation-failed' }
  | { kind: 'bank-partner-link-unknown' }
  | { kind: 'not-in-sandbox' }
  | { kind: 'account-protected' }
  | { kind: 'access-awaits-face' }
  | { kind: 'device-unconfirmed' }

type IdentityRefusal =
  | { kind: 'picture-unusable' }
  | { kind: 'card-reads-used-up' }
  | { kind: 'bank-card-reads-used-up' }
  | { kind: 'bank-card-not-read' }
  | { kind: 'id-card-photos-needed' }
  | { kind: 'id-card-photos-changed' }
  | { kind: 'id-card-expired' }
  | { kind: 'identity-expired' }
  | { kind: 'id-card-dates-wrong' }
  | { kind: 'id-card-dates-not-as-photographed' }
  | { kind: 'id-number-region-unknown' }
  | { kind: 'id-number-not-as-photographed' }
  | { kind: 'identity-mismatch' }
  | { kind: 'identity-of-other-account' }
  | { kind: 'face-locked'; opensOn: LocalDate }
  | { kind: 'face-session-unknown' }
  | { kind: 'face-in-review' }
  | { kind: 'outside-unavailable' }

type CardRefusal =
  | { kind: 'card-is-credit-card' }
  | { kind: 'bank-not-supported' }
  | { kind: 'bank-declined'; reason: string }
  | { kind: 'binding-unknown' }
  | { kind: 'card-unknown' }
  | { kind: 'card-debit-refused'; refusal: DebitRefusalKind }
  | { kind: 'debit-agreement-signed' }
  | { kind: 'wallet-agreement-signed' }
  | { kind: 'wallet-agreement-changed' }
  | { kind: 'wallet-agreement-quota' }
  | { kind: 'card-single-limit'; limit: Money }
  | { kind: 'card-day-limit'; limit: Money; left: Money }
  | { kind: 'payment-at-bank' }
  | { kind: 'payment-in-app' }

type ApplicationRefusal =
  | { kind: 'form-changed' }
  | { kind: 'contact-is-borrower' }
  | { kind: 'contacts-alike' }
  | { kind: 'agreement-outdated' }
  | { kind: 'retry-later'; opensOn: LocalDate }
  | { kind: 'step-not-reached' }
  | { kind: 'page-data-missing' }
  | { kind: 'application-refused'; message: string }
  | { kind: 'risk-refused'; message: string }
  | { kind: 'age-not-accepted' }
  | { kind: 'changes-used-up'; opensOn: LocalDate }

type LimitRefusal =
  | { kind: 'limit-not-offered'; amountMin: Money; amountMax: Money; step: Money }
  | { kind: 'limit-frozen' }
  | { kind: 'limit-cancelled' }
  | { kind: 'limit-expired' }
  | { kind: 'limit-too-low'; available: Money }
  | { kind: 'no-funding-partner' }
  | { kind: 'partner-day-open' }
  | { kind: 'partner-file-differs' }
  | { kind: 'limit-in-use' }
  | { kind: 'more-than-used'; used: Money }
  | { kind: 'limit-not-raised'; granted: Money }
  | { kind: 'limit-not-lowered'; granted: Money }
  | { kind: 'limit-not-frozen' }

type LoanRefusal =
  | { kind: 'draw-amount-not-offered'; amountMin: Money; amountMax: Money; step: Money }
  | { kind: 'term-not-offered' }
  | { kind: 'method-not-offered' }
  | { kind: 'purpose-not-accepted' }
  | { kind: 'cost-above-cap'; capPpm: bigint; law?: string | undefined }
  | { kind: 'late-already'; days: number }
  | { kind: 'draw-booked' }
  | { kind: 'draw-released' }
  | { kind: 'draw-date-out-of-range' }
  | { kind: 'coupon-taken' }
  | { kind: 'coupon-not-held' }
  | { kind: 'coupon-not-valid-today' }
  | { kind: 'coupon-does-not-fit' }
  | { kind: 'quote-outdated' }
  | { kind: 'cost-sheet-unread' }
  | { kind: 'draw-running' }
  | { kind: 'draw-ordered' }
  | { kind: 'draw-ended' }
  | { kind: 'verification-needed' }
  | { kind: 'agreement-unknown' }

type RepaymentRefusal =
  | { kind: 'nothing-owed' }
  | { kind: 'nothing-due' }
  | { kind: 'more-than-owed'; owed: Money }
  | { kind: 'more-than-paid'; paid: Money }
  | { kind: 'less-than-payoff'; payoff: Money }
  | { kind: 'covers-payoff'; payoff: Money }
  | { kind: 'early-part-too-small'; least: Money }
  | { kind: 'instalments-due-first' }
  | { kind: 'repayment-quote-outdated' }
  | { kind: 'payment-unknown' }
  | {
      kind: 'payment-not-reversible'
      /** Reversed before; its loan was converted or returned; its money was refunded; older rules. */
      reason: 'reversed' | 'converted' | 'returned' | 'refunded' | 'older-rules'
    }
  | { kind: 'payment-not-movable'; reason: 'ordered' | 'same' | 'loan-later' | 'loan-changed' }
  | { kind: 'payment-running' }
  | { kind: 'payment-method-unavailable' }
  | { kind: 'payer-not-named' }
  | { kind: 'older-instalment-first'; n: number }
  | { kind: 'refund-already-sent' }
  | { kind: 'refund-not-sent' }
  | { kind: 'refund-confirmed' }

type ForbearanceRefusal =
  | { kind: 'nothing-to-defer' }
  | { kind: 'too-late-to-defer'; daysOverdueMax: number }
  | { kind: 'plan-defaulted' }
  | { kind: 'deferrals-used-up'; opensOn: LocalDate }
  | { kind: 'deferral-out-of-range'; daysMax: number }
  | { kind: 'deferral-quote-outdated' }
  | { kind: 'rate-not-lower'; annualRatePpm: bigint }
  | { kind: 'rate-cut-date-out-of-range' }
  | { kind: 'not-late-enough' }
  | { kind: 'bill-overdue' }
  | { kind: 'waiver-share-out-of-range' }
  | { kind: 'waiver-needs-whole-payment'; toPay: Money }
  | { kind: 'waiver-with-coupon' }
  | { kind: 'offer-lapsed'; since: LocalDate }

/** Refusals of consolidation plans and bill conversions. */
type PlanRefusal =
  | { kind: 'plan-unknown' }
  | { kind: 'plan-not-ready' }
  | { kind: 'plan-quote-outdated' }
  | { kind: 'plan-document-needed'; monthsMax: number }
  | { kind: 'plan-not-again' }
  | { kind: 'plan-not-late' }
  | { kind: 'plan-lenders-differ' }
  | { kind: 'bill-not-begun' }
  | { kind: 'document-running' }

/** Refusals of documents, account amendments and limit cancellation. */
type AccountRefusal =
  | { kind: 'loan-not-settled' }
  | { kind: 'certificate-void'; since: LocalDate }
  | { kind: 'phone-in-use' }
  | { kind: 'phone-unchanged' }
  | { kind: 'phone-change-unknown' }
  | { kind: 'card-too-new'; opensOn: LocalDate }
  | { kind: 'id-number-differs' }
  | { kind: 'nothing-amended' }
  | { kind: 'cancellation-obstructed'; says: string }
  | { kind: 'account-paused' }

/** Refusals for staff. */
type StaffRefusal =
  | { kind: 'staff-handover-invalid' }
  | { kind: 'staff-password-wrong'; triesLeft: number }
  | { kind: 'staff-locked'; minutes: number }
  | { kind: 'staff-network-unknown' }
  | { kind: 'staff-old-password-wrong'; triesLeft: number }
  | { kind: 'staff-old-password-locked'; minutes: number }
  | { kind: 'staff-password-same' }
  | { kind: 'staff-first-password'; state: 'unused' | 'expired' | 'replaced' }
  | { kind: 'second-factor-wrong' }
  | { kind: 'second-factor-ticket-void' }
  | { kind: 'staff-not-allowed' | 'staff-access-ended' | 'own-access' }
  | { kind: 'staff-oidc'; state: 'unavailable' | 'failed' | 'unknown' }
  | { kind: 'own-upload' }
  | { kind: 'own-loan' }
  | { kind: 'name-listed' }
  | { kind: 'name-unknown' }
  | { kind: 'import-unknown' }
  | { kind: 'import-running' }
  | { kind: 'proposal-unknown' }
  | { kind: 'proposal-open'; proposalNo: string }
  | { kind: 'proposal-decided'; state: 'done' | 'rejected' | 'expired' | 'failed' }
  | { kind: 'own-proposal' | 'same-person' }
  | { kind: 'relative-account' }
  | { kind: 'proposal-base-moved' | 'proposal-changed' | 'evidence-needed' }
  | { kind: 'proposal-amount-too-high'; max: Money }
  | { kind: 'customer-unknown' }
  | { kind: 'customer-blocked-already' }
  | { kind: 'customer-not-blocked' }
  | { kind: 'face-check-not-open' }
  | { kind: 'face-check-not-failed' }
  | { kind: 'document-unknown' }
  | { kind: 'mail-address-unknown' }
  | { kind: 'data-retained'; until: LocalDate | undefined }
  | { kind: 'data-not-approved' }
  | { kind: 'data-copies-used-up'; opensOn: LocalDate }
  | { kind: 'data-copy-gone' }

/** The subject does not exist, or the idempotency key was used for another request. */
type RequestRefusal =
  | { kind: 'number-malformed' }
  | { kind: 'number-taken' }
  | { kind: 'limit-unknown' }
  | { kind: 'limit-already-open' }
  | { kind: 'grade-unknown' }
  | { kind: 'draw-unknown' }
  | { kind: 'loan-unknown' }
  | { kind: 'coupon-unknown' }
  | { kind: 'offer-unknown' }
  | { kind: 'offer-taken' }
  | { kind: 'refund-unknown' }
  | { kind: 'transfer-unknown' }
  | { kind: 'difference-unknown' }
  | { kind: 'difference-not-matchable' }
  | { kind: 'payment-booked' }
  | { kind: 'second-person-needed'; above: Money }
  | { kind: 'exception-unknown' }
  | { kind: 'item-claimed' }
  | { kind: 'review-closed' | 'own-approval' }

/** A value, or the refusal. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

export const granted = <T>(value: T): Outcome<T> => ({ ok: true, value })

export function refused(refusal: Refusal): Outcome<never> {
  return { ok: false, refusal }
}
