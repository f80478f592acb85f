import { assert } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { datedRowOn, type DatedKind, type DatedRow } from '#dated/dated-rows.ts'
import { divide } from '#money/money.ts'
import type { BookState, LoanClass, LossStage } from './book-state.ts'

const WHOLE_PPM = 1_000_000n

const kindOfClass = {
  pass: 'provision-pass',
  'special-mention': 'provision-special-mention',
  substandard: 'provision-substandard',
  doubtful: 'provision-doubtful',
  loss: 'provision-loss',
} as const satisfies Record<LoanClass, DatedKind>

const kindOfStage = {
  1: 'default-stage-1',
  2: 'default-stage-2',
  3: 'default-stage-3',
} as const satisfies Record<LossStage, DatedKind>

/**
 * The provision for a class and stage on a day, in parts per million of what the loan owes: the rate of the
 * class, or the expected loss of the stage if that is more. [X7]
 */
export function provisionPpm(
  { class: loanClass, stage }: Pick<BookState, 'class' | 'stage'>,
  { on, dated }: { readonly on: LocalDate; readonly dated: readonly DatedRow[] },
): bigint {
  const rateOf = (kind: Exclude<DatedKind, 'calendar'>): bigint => {
    const row = datedRowOn(dated, kind, on)
    assert(row !== undefined, `[X7] a rate ${kind} is recorded for ${on}`)
    return row.value
  }
  const expected = divide(
    rateOf(kindOfStage[stage]) * rateOf('loss-given-default'),
    WHOLE_PPM,
    'half-up',
  )
  const byClass = rateOf(kindOfClass[loanClass])
  return byClass > expected ? byClass : expected
}
