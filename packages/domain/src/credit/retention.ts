import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'

const MONTHS_PER_YEAR = 12

/** The last day on which it is still known who somebody was, after the last business with them. [E6] */
export function keptUntil(lastBusiness: LocalDate): LocalDate {
  return addMonths(lastBusiness, product.retention.years * MONTHS_PER_YEAR)
}
