import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'

const MONTHS_PER_YEAR = 12

/**
 * The last day on which personal data is kept, counted from the last business with the customer.
 * [E6]
 */
export function retentionEnd(lastBusiness: LocalDate): LocalDate {
  return addMonths(lastBusiness, product.retention.years * MONTHS_PER_YEAR)
}
