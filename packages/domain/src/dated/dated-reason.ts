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
  | PartnerReason

/** Why a row of a funding partner is refused. [Z2] */
type PartnerReason =
  | 'partner-malformed'
  | 'partner-unknown'
  | 'name-taken'
  | 'tiers-overlap'
  | 'shares-above-whole'
  | 'share-below-law'
  | 'limits-contradict'
  | 'limit-exceeded'
