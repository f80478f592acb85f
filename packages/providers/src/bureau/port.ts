import type { CreditReport } from '@qingzhou/domain/credit/applicant'

export type BureauAnswer =
  | { readonly state: 'ready'; readonly report: CreditReport }
  | { readonly state: 'pending' }
  /** The bureau does not know the order. */
  | { readonly state: 'unknown' }

/**
 * The credit bureau. Reports take a while: it sends a callback when one is ready, and can be
 * queried.
 */
export type Bureau = {
  /** Orders a report. Idempotent by our `requestNo`. */
  order(order: {
    readonly requestNo: string
    readonly name: string
    readonly idNumber: string
    /** The number of the person's authorisation. */
    readonly authorisationNo: string
  }): Promise<BureauAnswer>
  report(requestNo: string): Promise<BureauAnswer>
}
