/** Why a file of the bureau is not written. */
export type BureauRefusal =
  | { readonly kind: 'bureau-month-open' }
  | { readonly kind: 'bureau-file-differs' }
