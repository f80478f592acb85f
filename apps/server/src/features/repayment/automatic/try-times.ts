import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '#platform/clock.ts'
import type { Services } from '#platform/services.ts'

type Deps = Pick<Services, 'now' | 'today'>

const { hours } = product.automaticDebit

/**
 * When a round begins: at its hour in Shanghai, or at once when that is over. Books that a test clock
 * has moved ahead of the calendar begin at once, and keep the hours between the rounds.
 */
export function timeOfRound(
  { now, today }: Deps,
  { date, round }: { readonly date: LocalDate; readonly round: number },
): Date {
  const hour = hours[round - 1] ?? 0
  if (date > today()) {
    const before = hours[round - 2] ?? hour
    return minutesAfter(now(), (hour - before) * 60)
  }
  const planned = momentOf(date, hour)
  return planned > now() ? planned : now()
}

export function isLastRound(round: number): boolean {
  return round >= hours.length
}

function momentOf(date: LocalDate, hour: number): Date {
  return new Date(`${date}T${String(hour).padStart(2, '0')}:00:00+08:00`)
}
