import { unreachable } from '#assert.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

export type ProofState = 'toUpload' | 'toReview' | 'approved' | 'refused' | 'invalid'

/** What somebody is asked to show, and how far it has come. */
export interface Proof {
  readonly state: ProofState
  /** The last day on which it may be handed in; without one it never lapses. */
  readonly dueOn: LocalDate | undefined
  /** How often it has been handed in. */
  readonly round: number
}

export type Verdict = 'approved' | 'refused'

export type ProofEvent =
  | { type: 'handed-in'; on: LocalDate }
  /** The round is the one that the reviewer has looked at. */
  | { type: 'reviewed'; verdict: Verdict; round: number; on: LocalDate }
  | { type: 'day-began'; on: LocalDate }

/** The day by which an employee's loan has to be accounted for. [B1] */
export function loanUseDueOn(bookedOn: LocalDate): LocalDate {
  return addDays(bookedOn, product.proofs.daysAfterDraw)
}

/** One move of a proof; what its state does not allow is refused. [B2] */
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

/** Whether its files may still change and be handed in. [B3] */
export function requireOpen(proof: Proof, on: LocalDate): Outcome<Proof> {
  const { state, dueOn } = proof
  if (state === 'toReview' || state === 'approved') return refused({ kind: 'proof-closed' })
  if (dueOn !== undefined && on > dueOn) return refused({ kind: 'proof-overdue', since: dueOn })
  // What is invalid has had its last day, whatever day somebody takes it for.
  return state === 'invalid' ? refused({ kind: 'proof-closed' }) : granted(proof)
}

function handedIn(proof: Proof, on: LocalDate): Outcome<Proof> {
  const open = requireOpen(proof, on)
  return open.ok ? granted({ ...proof, state: 'toReview', round: proof.round + 1 }) : open
}

/** Handed in by its last day it is reviewed on any day, and a late refusal gives new time. [B4, B5] */
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

/** Whether its last day is over before it was handed in. [B6] */
function isLapsed({ state, dueOn }: Proof, on: LocalDate): boolean {
  if (state !== 'toUpload' && state !== 'refused') return false
  return dueOn !== undefined && on > dueOn
}
