import type { ProofSubject } from '@qingzhou/contract/features/proofs'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery } from '#platform/navigation/navigation.ts'

const { staffHome, nameList, addName, handleLoans, staffProofs, reviewProof, changePassword } =
  routes.staff

/** Links within the staff area. */
export const links = {
  home: `#${addressOf(staffHome)}`,
  nameList: `#${addressOf(nameList)}`,
  addName: `#${addressOf(addName)}`,
  changePassword: `#${addressOf(changePassword)}`,
  /** Opens the first evidence to review. */
  nextReview: `#${addressOf(reviewProof)}`,
  loans: (source: number, subject?: ProofSubject) =>
    `#${addressWithQuery(handleLoans.path, { source: String(source), subject })}`,
  proof: (proofNo: string) => `#${addressWithQuery(staffProofs.path, { proofNo })}`,
  review: (proofNo: string, subject?: ProofSubject) =>
    `#${addressWithQuery(reviewProof.path, { proofNo, subject })}`,
}
