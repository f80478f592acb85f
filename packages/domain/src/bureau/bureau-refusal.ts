/** Why a file of the bureau is not written, or an event not disputed or corrected. */
export type BureauRefusal =
  | { readonly kind: 'bureau-month-open' }
  | { readonly kind: 'bureau-file-differs' }
  | { readonly kind: 'bureau-event-unknown' }
  | { readonly kind: 'bureau-dispute-open' }
  | { readonly kind: 'bureau-correction-needed' }
