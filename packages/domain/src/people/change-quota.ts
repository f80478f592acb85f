import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * Records a change of name or issuing authority; refused when the yearly quota is used up. [P13]
 */
export function recordChange(
  earlier: readonly LocalDate[],
  today: LocalDate,
): Outcome<readonly LocalDate[]> {
  const { changesPerYear } = product.profile
  const counted = changesThisYear(earlier, today)
  const oldest = counted.at(-changesPerYear)
  if (oldest !== undefined) {
    return refused({ kind: 'changes-used-up', opensOn: addMonths(oldest, 12) })
  }
  return granted([...counted, today])
}

/** The changes that still count on a day: those of the last twelve months. [P13] */
export function changesThisYear(
  earlier: readonly LocalDate[],
  today: LocalDate,
): readonly LocalDate[] {
  return earlier.filter((day) => addMonths(day, 12) > today).toSorted()
}
