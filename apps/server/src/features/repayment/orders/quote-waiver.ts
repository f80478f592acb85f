import { digestOf } from '#platform/canonical-json.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { daysOverdue } from '@qingzhou/domain/loans/loan'
import { waiverTermsOn, type WaiverTerms } from '@qingzhou/domain/waiver/waiver'
import type { LoanRecord, OfferRecord } from '#lending/index.ts'
import { loanOf } from '#features/repayment/read-bills.ts'

/** The terms of a waiver offer today. */
export type WaiverQuote = WaiverTerms & {
  readonly daysOverdue: number
  /** Whether the offer is open: not used, not expired, and an amount is due. */
  readonly isGood: boolean
  readonly quoteId: string
}

export function quoteWaiver(
  { offerNo, loanNo, offer, state }: OfferRecord,
  { today, loans }: { readonly today: LocalDate; readonly loans: readonly LoanRecord[] },
): WaiverQuote {
  const { loan } = loanOf({ loans }, loanNo)
  const terms = waiverTermsOn(today, { loan, offer })
  const content = { today, offerNo, toPay: terms.toPay, waived: terms.waived }
  return {
    ...terms,
    daysOverdue: daysOverdue(loan, today),
    isGood: state !== 'taken' && today <= offer.lastDay && terms.toPay > 0n,
    quoteId: digestOf(content).toString('base64url'),
  }
}
