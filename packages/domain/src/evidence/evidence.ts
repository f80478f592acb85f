import { unreachable } from '#assert.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

export type EvidenceState = 'toUpload' | 'toReview' | 'approved' | 'refused' | 'invalid'

/** Evidence that a borrower must submit, and its state. */
export interface Evidence {
  readonly state: EvidenceState
  /** The last day on which it can be submitted; without one it never lapses. */
  readonly dueOn: LocalDate | undefined
  /** How often it has been submitted. */
  readonly round: number
}

export type Verdict = 'approved' | 'refused'

export type EvidenceEvent =
  | { type: 'handed-in'; on: LocalDate }
  /** The round that the reviewer has seen. */
  | { type: 'reviewed'; verdict: Verdict; round: number; on: LocalDate }
  | { type: 'day-began'; on: LocalDate }

/** The day by which loan-use evidence of an employee loan is due. [B1] */
export function loanUseDueOn(bookedOn: LocalDate): LocalDate {
  return addDays(bookedOn, product.evidence.daysAfterDraw)
}

/** Applies an event to evidence; an event that its state does not allow is refused. [B2] */
export function applyEvidenceEvent(evidence: Evidence, event: EvidenceEvent): Outcome<Evidence> {
  switch (event.type) {
    case 'handed-in':
      return handIn(evidence, event.on)
    case 'reviewed':
      return applyReview(evidence, event)
    case 'day-began':
      return granted(isLapsed(evidence, event.on) ? { ...evidence, state: 'invalid' } : evidence)
    default:
      return unreachable(event)
  }
}

/** Whether its files can still be changed and submitted. [B3] */
export function requireOpen(evidence: Evidence, on: LocalDate): Outcome<Evidence> {
  const { state, dueOn } = evidence
  if (state === 'toReview' || state === 'approved') return refused({ kind: 'evidence-closed' })
  if (dueOn !== undefined && on > dueOn) return refused({ kind: 'evidence-overdue', since: dueOn })
  // Invalid evidence is past its due date, whatever `on` is.
  return state === 'invalid' ? refused({ kind: 'evidence-closed' }) : granted(evidence)
}

function handIn(evidence: Evidence, on: LocalDate): Outcome<Evidence> {
  const open = requireOpen(evidence, on)
  return open.ok ? granted({ ...evidence, state: 'toReview', round: evidence.round + 1 }) : open
}

/**
 * Evidence submitted in time can be reviewed on any day; a rejection after the due date extends it.
 * [B4, B5]
 */
function applyReview(
  evidence: Evidence,
  { verdict, round, on }: Extract<EvidenceEvent, { type: 'reviewed' }>,
): Outcome<Evidence> {
  if (evidence.state !== 'toReview' || evidence.round !== round)
    return refused({ kind: 'evidence-changed' })
  if (verdict === 'approved') return granted({ ...evidence, state: 'approved' })

  const isLate = evidence.dueOn !== undefined && on > evidence.dueOn
  const dueOn = isLate ? addDays(on, product.evidence.daysAfterLateRefusal) : evidence.dueOn
  return granted({ ...evidence, state: 'refused', dueOn })
}

/** Whether its due date passed before it was submitted. [B6] */
function isLapsed({ state, dueOn }: Evidence, on: LocalDate): boolean {
  if (state !== 'toUpload' && state !== 'refused') return false
  return dueOn !== undefined && on > dueOn
}
