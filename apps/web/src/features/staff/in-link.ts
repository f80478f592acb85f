import { proofStates, type ProofSubject, proofSubjects } from '@qingzhou/contract/proofs'
import { linkQuery } from '#platform/navigation.ts'

/** The source a link names by its number; without one, the first. */
export function sourceInLink(): number {
  const source = Number(linkQuery()['source'])
  return Number.isInteger(source) && source >= 0 && source < proofStates.length ? source : 0
}

/** The subject a link narrows a list to; any other word narrows nothing. */
export function subjectInLink(): ProofSubject | undefined {
  return proofSubjects.find((subject) => subject === linkQuery()['subject'])
}
