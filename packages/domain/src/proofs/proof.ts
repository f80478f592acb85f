import { unreachable } from '#assert.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

export type ProofState = 'toUpload' | 'toReview' | 'approved' | 'refused' | 'invalid'

/** Evidence that a borrower must submit, and its state. */
export interface Proof {
  readonly state: ProofState
  /** The last day on which it can be submitted; without one it never lapses. */
  readonly dueOn: LocalDate | undefined
  /** How often it has been submitted. */
  readonly round: number
}

export type Verdict = 'approved' | 'refused'

export type ProofEvent =
  | { type: 'handed-in'; on: LocalDate }
  /** The round that the reviewer has seen. */
  | { type: 'reviewed'; verdict: Verdict; round: number; on: LocalDate }
  | { type: 'day-began'; on: LocalDate }

/** The day by which loan-use evidence of an employee loan is due. [B1] */
export function loanUseDueOn(bookedOn: LocalDate): LocalDate {
  return addDays(bookedOn, product.proofs.daysAfterDraw)
}

/** Applies an event to evidence; an event that its state does not allow is refused. [B2] */
export function moveProof(proof: Proof, event: ProofEvent): Outcome<Proof> {
  switch (event.type) {
    case 'handed-in':
      return handedIn(proof, event.on)
    case 'reviewed':
      return reviewed(proof, event)
    case 'day-began':
      return granted(isLapsed(proof, event.on) ? { ...proof, state: 'invalid' } : proof)
    default:
      return unreachable(event)
  }
}

/** Whether its files can still be changed and submitted. [B3] */
export function requireOpen(proof: Proof, on: LocalDate): Outcome<Proof> {
  const { state, dueOn } = proof
  if (state === 'toReview' || state === 'approved') return refused({ kind: 'proof-closed' })
  if (dueOn !== undefined && on > dueOn) return refused({ kind: 'proof-overdue', since: dueOn })
  // Invalid evidence is past its due date, whatever `on` is.
  return state === 'invalid' ? refused({ kind: 'proof-closed' }) : granted(proof)
}

function handedIn(proof: Proof, on: LocalDate): Outcome<Proof> {
  const open = requireOpen(proof, on)
  return open.ok ? granted({ ...proof, state: 'toReview', round: proof.round + 1 }) : open
}

/**
 * Evidence submitted in time can be reviewed on any day; a rejection after the due date extends it.
 * [B4, B5]
 */
function reviewed(
  proof: Proof,
  { verdict, round, on }: Extract<ProofEvent, { type: 'reviewed' }>,
): Outcome<Proof> {
  if (proof.state !== 'toReview' || proof.round !== round) return refused({ kind: 'proof-changed' })
  if (verdict === 'approved') return granted({ ...proof, state: 'approved' })

  const isLate = proof.dueOn !== undefined && on > proof.dueOn
  const dueOn = isLate ? addDays(on, product.proofs.daysAfterLateRefusal) : proof.dueOn
  return granted({ ...proof, state: 'refused', dueOn })
}

/** Whether its due date passed before it was submitted. [B6] */
function isLapsed({ state, dueOn }: Proof, on: LocalDate): boolean {
  if (state !== 'toUpload' && state !== 'refused') return false
  return dueOn !== undefined && on > dueOn
}
