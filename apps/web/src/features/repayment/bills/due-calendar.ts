import { addDays, compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, type Money, sum } from '@qingzhou/domain/money/money'
import { toast } from '@qingzhou/ui/overlays'
import { type AllDue, repayment } from '#features/repayment/queries.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { product } from '#shared/pages/service/product.ts'
import { saveBlob } from '#shared/pages/save-blob.ts'

/** Downloads a calendar file with the due dates to come. */
export async function saveDueDates(): Promise<void> {
  // The browsers inside other apps save no files.
  if (browserKind() !== 'plain') {
    toast('请在手机浏览器中打开本页，再加入日历')
    return
  }
  try {
    const text = dueCalendar(await repayment.allDue({}), new Date())
    const blob = new Blob([text], { type: 'text/calendar;charset=utf-8' })
    saveBlob({ blob, fileName: `${product.name}还款日.ics` })
  } catch (error) {
    ignoreRefusal(error)
  }
}

/** The due dates from today on as RFC 5545 text: one event a day, with an alarm the morning before. */
export function dueCalendar({ loans, today }: AllDue, now: Date): string {
  const amounts = new Map<LocalDate, Money[]>()
  for (const { dueDate, open } of loans.flatMap(({ instalments }) => instalments)) {
    const left = sum(Object.values(open))
    if (dueDate < today || left === 0n) continue
    amounts.set(dueDate, [...(amounts.get(dueDate) ?? []), left])
  }
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const events = [...amounts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([day, parts]) => eventOn(day, { amount: sum(parts), stamp }))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//qingzhou//due dates//ZH',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function eventOn(
  day: LocalDate,
  { amount, stamp }: { readonly amount: Money; readonly stamp: string },
): string[] {
  const words = `应还 ${displayYuan(amount)} 元，请在还款卡中留足余额。金额以账单为准。`
  return [
    'BEGIN:VEVENT',
    // The same day has the same number, so that a newer file replaces the event.
    `UID:due-${compactDate(day)}@qingzhou`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compactDate(day)}`,
    `DTEND;VALUE=DATE:${compactDate(addDays(day, 1))}`,
    `SUMMARY:${escapeText(`${product.name}还款日`)}`,
    `DESCRIPTION:${escapeText(words)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(`明天是${product.name}还款日`)}`,
    // 9:00 on the day before.
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
  ]
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', String.raw`\n`)
}

const LINE_BYTES_MAX = 73

/** A line has at most 75 bytes; a longer one goes on after a line break and a space. */
function foldLine(line: string): string {
  let bytes = 0
  return Array.from(line, (character) => {
    const size = new TextEncoder().encode(character).length
    bytes += size
    if (bytes <= LINE_BYTES_MAX) return character
    bytes = size
    return `\r\n ${character}`
  }).join('')
}
