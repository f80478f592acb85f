import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** Notes a change of name or of employer, unless the year's changes are used up. [P13] */
export function noteChange(
  earlier: readonly LocalDate[],
  today: LocalDate,
): Outcome<readonly LocalDate[]> {
  const { changesPerYear } = product.profile
  const counted = earlier.filter((day) => addMonths(day, 12) > today).toSorted()
  const oldest = counted.at(-changesPerYear)
  if (oldest !== undefined) {
    return refused({ kind: 'changes-used-up', opensOn: addMonths(oldest, 12) })
  }
  return granted([...counted, today])
}
