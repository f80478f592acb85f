import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import {
  isAtLeast,
  lateThresholds,
  loanClasses,
  nextBookState,
  type BookFacts,
  type BookState,
} from './book-state.ts'

const start = localDate('2026-01-31')

const factsOf = (daysLate: number, changes: Partial<BookFacts> = {}): BookFacts => ({
  day: start,
  daysLate,
  restructuredOn: [],
  ...changes,
})

type Night = { readonly daysLate: number; readonly isRestructured?: boolean }

/** The states of a loan on consecutive nights. */
function statesOf(nights: readonly Night[]): BookState[] {
  const states: BookState[] = []
  const restructuredOn: LocalDate[] = []
  for (const [index, { daysLate, isRestructured }] of nights.entries()) {
    const day = addDays(start, index)
    if (isRestructured) restructuredOn.push(day)
    states.push(nextBookState(states.at(-1), { day, daysLate, restructuredOn }))
  }
  return states
}

const late = (count: number): Night[] =>
  Array.from({ length: count }, (_, n) => ({ daysLate: n + 1 }))
const current = (count: number): Night[] => Array.from({ length: count }, () => ({ daysLate: 0 }))
const last = (nights: readonly Night[]) => statesOf(nights).at(-1)

describe('the class of a loan', () => {
  it.each([
    [0, 'pass', 1],
    [1, 'special-mention', 1],
    [30, 'special-mention', 1],
    [31, 'special-mention', 2],
    [90, 'special-mention', 2],
    [91, 'substandard', 3],
    [270, 'substandard', 3],
    [271, 'doubtful', 3],
    [360, 'doubtful', 3],
    [361, 'loss', 3],
  ])('[X1, X6] %i days late is %s and stage %i', (daysLate, name, stage) => {
    expect(nextBookState(undefined, factsOf(daysLate))).toMatchObject({ class: name, stage })
  })

  it('[X2] a restructured loan is special mention and stage 2 until nothing was late for a year', () => {
    const restructured: Night = { daysLate: 0, isRestructured: true }
    expect(last([restructured])).toMatchObject({
      class: 'special-mention',
      stage: 2,
      isAccruing: true,
      reviewOn: '2027-01-31',
    })
    expect(last([restructured, ...current(364)])?.class).toBe('special-mention')
    expect(last([restructured, ...current(365)])).toMatchObject({ class: 'pass', stage: 1 })
    // Late on 2026-02-10: the year begins again on the day after it.
    const again = [restructured, ...current(9), { daysLate: 1 }]
    expect(last([...again, ...current(365)])?.class).toBe('special-mention')
    expect(last([...again, ...current(366)])?.class).toBe('pass')
  })

  it('[X2] restructured twice within a year it is substandard', () => {
    const restructured: Night = { daysLate: 0, isRestructured: true }
    expect(last([restructured, ...current(300), restructured])?.class).toBe('substandard')
    expect(last([restructured, ...current(364), restructured])?.class).toBe('special-mention')
  })

  it('[X3] a non-performing loan improves only after six months without arrears', () => {
    const paid = [...late(100), ...current(1)]
    // Paid on 2026-05-11.
    expect(last(paid)).toMatchObject({ class: 'substandard', reviewOn: '2026-11-11' })
    expect(last([...paid, ...current(183)])?.class).toBe('substandard')
    expect(last([...paid, ...current(184)])).toMatchObject({ class: 'pass', isAccruing: true })
    const lateAgain = [...paid, ...current(100), { daysLate: 1 }, ...current(184)]
    expect(last(lateAgain)?.class).toBe('substandard')
  })

  it('[X3] a part of the arrears that is paid improves nothing', () => {
    expect(last([...late(280), { daysLate: 95 }])?.class).toBe('doubtful')
  })

  it('[X5] income stops with the class substandard', () => {
    expect(last(late(90))?.isAccruing).toBe(true)
    expect(last(late(91))?.isAccruing).toBe(false)
    expect(last([...late(91), ...current(1)])?.isAccruing).toBe(false)
  })
})

describe('any history', () => {
  const anyNights = fc.array(
    fc.record({
      run: fc.nat({ max: 200 }),
      kind: fc.constantFrom('late', 'current', 'restructured'),
    }),
    { minLength: 1, maxLength: 5 },
  )

  it('[X1–X6] is never better than its days late, agrees with itself, and improves only without arrears', () => {
    fc.assert(
      fc.property(anyNights, (runs) => {
        const nights = nightsOf(runs)
        const states = statesOf(nights)
        for (const [index, state] of states.entries()) {
          const { class: name } = state
          const byDays = nextBookState(undefined, factsOf(nights[index]?.daysLate ?? 0)).class
          expect(isAtLeast(name, byDays)).toBe(true)
          expect(state.isAccruing).toBe(!isAtLeast(name, 'substandard'))
          expect(state.stage === 3).toBe(isAtLeast(name, 'substandard'))
          const before = states[index - 1]
          const hasImproved = before !== undefined && !isAtLeast(name, before.class)
          if (hasImproved) expect(state.daysLate).toBe(0)
        }
      }),
    )
  })

  it('[X4] changes only at a threshold, on its review day, or by a restructuring', () => {
    fc.assert(
      fc.property(anyNights, (runs) => {
        const nights = nightsOf(runs)
        const states = statesOf(nights)
        for (const [index, state] of states.entries()) {
          const before = states[index - 1]
          if (before === undefined || nights[index]?.isRestructured) continue
          const isUnchanged = bucketOf(before.daysLate) === bucketOf(state.daysLate)
          const isReviewed =
            before.reviewOn !== undefined && before.reviewOn <= addDays(start, index)
          if (isUnchanged && !isReviewed) {
            expect({ ...state, daysLate: 0 }).toEqual({ ...before, daysLate: 0 })
          }
        }
      }),
    )
  })

  it('the classes are in their order', () => {
    expect(loanClasses.map((name) => isAtLeast(name, 'substandard'))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })
})

function nightsOf(runs: readonly { run: number; kind: string }[]): Night[] {
  return runs.flatMap(({ run, kind }) => {
    if (kind === 'late') return late(run + 1)
    return [{ daysLate: 0, isRestructured: kind === 'restructured' }, ...current(run)]
  })
}

function bucketOf(days: number): number {
  return lateThresholds.filter((one) => one <= days).length
}
