import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate } from '#calendar/local-date.ts'
import { debitRule, periodStart } from './periodic-debit.ts'

const dates = fc
  .integer({ min: 0, max: 3_650 })
  .map((days) => addDays(localDate('2024-01-01'), days))

describe('the rule of periodic debits', () => {
  it('[R13] begins on the next due date, and in the next month for one after the 28th', () => {
    expect(debitRule(localDate('2031-01-28')).firstOn).toBe('2031-01-28')
    expect(debitRule(localDate('2031-01-29')).firstOn).toBe('2031-02-03')
    expect(debitRule(localDate('2031-12-31')).firstOn).toBe('2032-01-03')
  })

  it('[R13] lets the debit of every later due date run in a period of its own', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 24 }), (firstDue, months) => {
        const { firstOn } = debitRule(firstDue)
        const dueDate = addMonths(firstDue, months)
        const start = periodStart(firstOn, dueDate)
        const end = addMonths(firstOn, months)
        expect(start !== undefined && start <= dueDate && dueDate <= end).toBe(true)
        expect(start).toBe(addDays(end, -5))
      }),
    )
  })

  it('[R14] has no period before the first one, and starts each five days ahead', () => {
    const firstOn = localDate('2031-01-10')
    expect(periodStart(firstOn, localDate('2031-01-04'))).toBeUndefined()
    expect(periodStart(firstOn, localDate('2031-01-05'))).toBe('2031-01-05')
    expect(periodStart(firstOn, localDate('2031-02-04'))).toBe('2031-01-05')
    expect(periodStart(firstOn, localDate('2031-02-05'))).toBe('2031-02-05')
  })
})
