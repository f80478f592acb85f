/** Why a dated row is refused. [J2] */
export type DatedReason =
  | 'kind-unknown'
  | 'day-malformed'
  | 'value-malformed'
  | 'twice'
  | 'already-recorded'
  | 'day-past'
  | 'years-mixed'
  | 'no-holiday'
  | 'works-anyway'
  | 'above-law'
  | 'below-price'
