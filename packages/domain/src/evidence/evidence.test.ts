import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import {
  loanUseDueOn,
  applyEvidenceEvent,
  requireOpen,
  type Evidence,
  type EvidenceEvent,
  type EvidenceState,
} from '#evidence/evidence.ts'
import type { Outcome } from '#refusal.ts'

const [before, dueOn, after] = [
  localDate('2026-12-14'),
  localDate('2026-12-15'),
  localDate('2026-12-16'),
]
const states: readonly EvidenceState[] = ['toUpload', 'toReview', 'approved', 'refused', 'invalid']
const roundOf = (state: EvidenceState) => (state === 'toUpload' ? 0 : 1)
const inState = (state: EvidenceState): Evidence => ({ state, dueOn, round: roundOf(state) })

const handIn = (on = before): EvidenceEvent => ({ type: 'handed-in', on })
const approve = (round = 1): EvidenceEvent => ({
  type: 'reviewed',
  verdict: 'approved',
  round,
  on: before,
})
const refuse = (on = before): EvidenceEvent => ({
  type: 'reviewed',
  verdict: 'refused',
  round: 1,
  on,
})
const dayBegan = (on = before): EvidenceEvent => ({ type: 'day-began', on })

/** The state after the event, or the kind of the refusal. */
function comesTo(outcome: Outcome<Evidence>): string {
  return outcome.ok ? outcome.value.state : outcome.refusal.kind
}

const closed = 'evidence-closed'
const overdue = 'evidence-overdue'
const changed = 'evidence-changed'

// A table: one event, one line; the columns are the states in their order.
// oxfmt-ignore
const moves: readonly (readonly [string, EvidenceEvent, readonly string[]])[] = [
  ['handed in before its last day', handIn(before), ['toReview', closed, closed, 'toReview', closed]],
  ['handed in on its last day',     handIn(dueOn),  ['toReview', closed, closed, 'toReview', closed]],
  ['handed in after its last day',  handIn(after),  [overdue, closed, closed, overdue, overdue]],
  ['approved',                      approve(),      [changed, 'approved', changed, changed, changed]],
  ['approved in another round',     approve(2),     [changed, changed, changed, changed, changed]],
  ['refused by its last day',       refuse(dueOn),  [changed, 'refused', changed, changed, changed]],
  ['refused after its last day',    refuse(after),  [changed, 'refused', changed, changed, changed]],
  ['on its last day',               dayBegan(dueOn), ['toUpload', 'toReview', 'approved', 'refused', 'invalid']],
  ['after its last day',            dayBegan(after), ['invalid', 'toReview', 'approved', 'invalid', 'invalid']],
]

describe('evidence', () => {
  it('[B1] evidence of loan use is due 30 days after the booking', () => {
    expect(loanUseDueOn(localDate('2026-11-15'))).toBe('2026-12-15')
  })

  describe.each(moves)('[B2] %s', (_, event, expected) => {
    it.each(states.map((state, at) => [state, expected[at]] as const))(
      'evidence in state %s results in %s',
      (state, comes) => {
        expect(comesTo(applyEvidenceEvent(inState(state), event))).toBe(comes)
      },
    )
  })

  it('[B3] accepts files exactly while it can be submitted', () => {
    for (const state of states) {
      for (const on of [before, dueOn, after]) {
        const [takes, hands] = [
          requireOpen(inState(state), on),
          applyEvidenceEvent(inState(state), handIn(on)),
        ]
        expect(takes.ok).toBe(hands.ok)
      }
    }
  })

  it('[B4] counts its submissions, and a verdict applies to the round that was reviewed', () => {
    const first = applyEvidenceEvent(inState('toUpload'), handIn())
    expect(first).toMatchObject({ ok: true, value: { round: 1 } })
    const again = applyEvidenceEvent(inState('refused'), handIn())
    expect(again).toMatchObject({ ok: true, value: { round: 2 } })
    if (again.ok) expect(comesTo(applyEvidenceEvent(again.value, approve(1)))).toBe(changed)
    if (again.ok) expect(comesTo(applyEvidenceEvent(again.value, approve(2)))).toBe('approved')
  })

  it('[B5] keeps its due date when rejected in time, and gets seven more days when rejected late', () => {
    const waiting = inState('toReview')
    expect(applyEvidenceEvent(waiting, refuse(dueOn))).toMatchObject({ ok: true, value: { dueOn } })
    const late = applyEvidenceEvent(waiting, refuse(after))
    expect(late).toMatchObject({ ok: true, value: { dueOn: '2026-12-23' } })
  })

  it('[B6] evidence without a due date never lapses', () => {
    for (const state of ['toUpload', 'refused'] as const) {
      const evidence = { ...inState(state), dueOn: undefined }
      expect(comesTo(applyEvidenceEvent(evidence, dayBegan(localDate('2099-01-01'))))).toBe(state)
      expect(comesTo(applyEvidenceEvent(evidence, handIn(localDate('2099-01-01'))))).toBe(
        'toReview',
      )
    }
    const refusedLate = applyEvidenceEvent(
      { ...inState('toReview'), dueOn: undefined },
      refuse(after),
    )
    expect(refusedLate).toMatchObject({ ok: true, value: { dueOn: undefined } })
  })
})
