import { addMonths, daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { erasureTasks } from '#features/erasure/index.ts'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import type { TestProduct } from '#testing/product.ts'

/** Moves calendar and business date to a later day and runs all tasks that are due. */
export async function goTo(product: TestProduct, day: LocalDate): Promise<void> {
  const { services } = product
  product.advance(daysBetween({ from: services.today(), to: day }) * 86_400)
  await setBusinessDate(services.database, day)
  await product.runTasks()
}

export function yearsAfter(day: LocalDate, years: number): LocalDate {
  return addMonths(day, 12 * years)
}

/** Runs the erasure of the current day with all its follow-up tasks. */
export async function forget(product: TestProduct): Promise<void> {
  const { services } = product
  await erasureTasks(services)['erase-day']({ date: await services.businessDate() })
  await product.runTasks()
}

/** The day on which a customer was erased, if so. */
export async function findErasureDay(
  { services }: TestProduct,
  customer: string,
): Promise<LocalDate | undefined> {
  const [row] = await services.database.query<{ erased_on: string }>(
    'SELECT erased_on FROM erasures WHERE customer_no = $1',
    [customer],
  )
  return row && localDate(row.erased_on)
}
