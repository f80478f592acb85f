/** Why the books of a period cannot be closed. [X12] */
export type PeriodObstacle =
  | 'already-closed'
  | 'day-not-booked'
  | 'day-missing'
  | 'difference-open'
  | 'balance-not-zero'
