interface PlanLength {
  readonly months: number
  readonly monthsAtFirst?: number | undefined
}

/** The number of instalments, and from how many an early repayment has shortened them. */
export function termText({ months, monthsAtFirst }: PlanLength): string {
  return monthsAtFirst === undefined
    ? `${months} 期`
    : `原 ${monthsAtFirst} 期，提前还款后缩短为 ${months} 期`
}
