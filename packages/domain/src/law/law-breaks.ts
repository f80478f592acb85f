import type { LocalDate } from '#calendar/local-date.ts'
import { displayRate } from '#money/rate.ts'
import type { LenderKind } from '#product.ts'
import { law, lawInForce, type LawId } from './law.ts'
import type { ClassDays, LawEntry } from './law-entry.ts'

type Hours = { readonly from: number; readonly until: number }

/** What a lender does, as far as the law sets figures for it. Only what is stated is judged. */
export type Practice = {
  readonly lateRatePercent?: bigint
  readonly retentionYears?: number
  readonly collectionHours?: Hours
  readonly sendingHours?: Hours
  readonly returnDays?: number
  readonly ageMin?: number
  readonly lendsToStudents?: boolean
  readonly answerDays?: { readonly simple: number; readonly most: number }
  readonly partnerSharePpm?: bigint
  readonly bureauNoticeDays?: number
  readonly classDays?: ClassDays
}

export type LawBreak = { readonly law: LawId; readonly says: string }

/** What of a practice breaks the law of a day, by the id of the entry. */
export function listLawBreaks(
  practice: Practice,
  { kind, on }: { readonly kind: LenderKind; readonly on: LocalDate },
): LawBreak[] {
  return lawInForce(kind, { on }).flatMap(([id, entry]) =>
    breaksOf(entry, practice).map((says) => ({ law: id, says })),
  )
}

function breaksOf(entry: LawEntry, practice: Practice): string[] {
  const { lateRatePercent, retentionYears, returnDays, ageMin, partnerSharePpm } = practice
  const found = [
    isAbove(lateRatePercent, entry.lateRatePercentMax) &&
      `the late rate of ${lateRatePercent} % is above ${entry.lateRatePercentMax} %`,
    isAbove(entry.retentionYearsMin, retentionYears) &&
      `data is retained for ${retentionYears} years, not ${entry.retentionYearsMin}`,
    isOutside(practice.collectionHours, entry.collectionHours) &&
      `overdue messages ${hoursText(practice.collectionHours)}`,
    isOutside(practice.sendingHours, entry.sendingHours) &&
      `marketing messages ${hoursText(practice.sendingHours)}`,
    isAbove(entry.returnDaysMin, returnDays) &&
      `goods can be returned for ${returnDays} days, not ${entry.returnDaysMin}`,
    isAbove(entry.ageMin, ageMin) && `lends from the age of ${ageMin}, not ${entry.ageMin}`,
    entry.lendsToStudents === false &&
      practice.lendsToStudents === true &&
      'lends to full-time students',
    (isAbove(practice.answerDays?.simple, entry.answerDays?.simple) ||
      isAbove(practice.answerDays?.most, entry.answerDays?.most)) &&
      `complaints are answered in ${practice.answerDays?.simple} to ${practice.answerDays?.most} days`,
    isAbove(entry.noticeDaysMin, practice.bureauNoticeDays) &&
      `a late loan is reported ${practice.bureauNoticeDays} days after the notice, not ${entry.noticeDaysMin}`,
    isAbove(entry.partnerSharePpmMin, partnerSharePpm) &&
      `a partner funds ${displayRate(partnerSharePpm ?? 0n)} of a loan`,
    ...Object.entries(practice.classDays ?? {}).map(
      ([name, days]) =>
        isAbove(days, entry.classDaysMax?.[name as keyof ClassDays]) &&
        `a loan ${days} days late is ${name}`,
    ),
  ]
  return found.filter((says) => typeof says === 'string')
}

/** Whether both are stated and the first is the higher. */
function isAbove<Figure extends bigint | number>(
  value: Figure | undefined,
  limit: Figure | undefined,
): boolean {
  return value !== undefined && limit !== undefined && value > limit
}

function isOutside(own: Hours | undefined, allowed: Hours | undefined): boolean {
  return isAbove(allowed?.from, own?.from) || isAbove(own?.until, allowed?.until)
}

function hoursText(hours: Hours | undefined): string {
  return `from ${hours?.from}:00 to ${hours?.until}:00`
}

/** A refusal, or a reason of a decision that refuses. */
type Refused = { readonly kind: string; readonly law?: string | undefined }

/** The entries whose violation a refusal answers, by their ids. */
export function lawsOf(refused: Refused): readonly LawId[] {
  // The keys of a constant.
  const entries = Object.entries<LawEntry>(law) as [LawId, LawEntry][]
  return entries.flatMap(([id, { refusedAs, cap }]) => {
    // Of the caps, the refusal names the one that was the lowest.
    const isAnswered = cap ? refused.law === id : refusedAs?.includes(refused.kind)
    return isAnswered ? [id] : []
  })
}
