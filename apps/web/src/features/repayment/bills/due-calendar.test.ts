import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { AllDue } from '#features/repayment/queries.ts'
import { dueCalendar } from './due-calendar.ts'

type Instalments = AllDue['loans'][number]['instalments']

const none = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }

function instalment(n: number, dueDate: string, principal: bigint): Instalments[number] {
  return {
    loanNo: 'loan-1',
    n,
    months: 12,
    dueDate: localDate(dueDate),
    payableFrom: localDate(dueDate),
    state: principal === 0n ? 'settled' : 'upcoming',
    daysOverdue: 0,
    due: none,
    paid: none,
    waived: none,
    open: { ...none, interest: fen(principal === 0n ? 0n : 1_25n), principal: fen(principal) },
    amount: fen(principal),
  }
}

function allDue(...loans: Instalments[]): AllDue {
  return {
    today: localDate('2026-11-17'),
    total: ZERO,
    months: [],
    // The calendar needs the instalments only.
    loans: loans.map((instalments) => ({ loan: {} as never, instalments })),
  }
}

const calendar = (due: AllDue) => dueCalendar(due, new Date('2026-11-17T04:05:06.789Z'))

describe('the calendar file', () => {
  it('has one event for each day from today on, with the sum of all loans and an alarm the day before', () => {
    const text = calendar(
      allDue(
        [instalment(1, '2026-11-16', 500_00n), instalment(2, '2026-12-31', 1_000_00n)],
        [instalment(1, '2026-12-31', 200_00n), instalment(2, '2027-01-31', 0n)],
      ),
    )
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    const lines = text.replaceAll('\r\n ', '').split('\r\n')
    expect(lines).toContain('UID:due-20261231@qingzhou')
    expect(lines).toContain('DTSTAMP:20261117T040506Z')
    expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
    expect(lines).toContain('DTEND;VALUE=DATE:20270101')
    expect(lines).toContain('TRIGGER:-PT15H')
    expect(lines.find((line) => line.startsWith('DESCRIPTION:应还'))).toContain(
      String.raw`应还 1\,202.50 元`,
    )
  })

  it('has lines of at most 75 bytes that end in CR LF, and is valid without events', () => {
    const text = calendar(allDue([instalment(1, '2026-12-31', 123_456_78n)]))
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
    const empty =
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//qingzhou//due dates//ZH\r\nEND:VCALENDAR\r\n'
    expect(calendar(allDue())).toBe(empty)
  })
})
