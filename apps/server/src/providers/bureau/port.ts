import type { Applicant } from '@qingzhou/domain/credit/policy'

/** What the bureau knows of a person, as far as a decision looks at it. */
export type CreditReport = Applicant['bureau']

export type BureauAnswer =
  | { readonly state: 'ready'; readonly report: CreditReport }
  | { readonly state: 'pending' }
  /** Never ordered, as far as the bureau knows. */
  | { readonly state: 'unknown' }

/** The credit bureau. Its reports take a while; it tells when one is ready, and can be asked. */
export type Bureau = {
  /** `requestNo` is our own: ordered twice under it, one report is made. */
  order(order: {
    readonly requestNo: string
    readonly name: string
    readonly idNumber: string
    /** Under which the person has allowed it. */
    readonly authorisationNo: string
  }): Promise<BureauAnswer>
  report(requestNo: string): Promise<BureauAnswer>
}
