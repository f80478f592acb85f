import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * Records a change of a name, an issuing authority or a part of the profile; refused when its
 * yearly quota is used up. [P13]
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

/** The changes within a year, and the day of the next permitted one if the quota is used up. [P13] */
export type ChangeQuota = { readonly count: number; readonly opensOn: LocalDate | undefined }

export function changeQuota(days: readonly LocalDate[], today: LocalDate): ChangeQuota {
  const noted = recordChange(days, today)
  const isUsedUp = !noted.ok && noted.refusal.kind === 'changes-used-up'
  return {
    count: changesThisYear(days, today).length,
    opensOn: isUsedUp ? noted.refusal.opensOn : undefined,
  }
}
