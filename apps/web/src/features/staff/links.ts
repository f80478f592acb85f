import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery } from '#platform/navigation/navigation.ts'

const { staffHome, nameList, addName, handleLoans, staffEvidence, reviewEvidence, changePassword } =
  routes.staff

/** Links within the staff area. */
export const links = {
  home: `#${addressOf(staffHome)}`,
  nameList: `#${addressOf(nameList)}`,
  addName: `#${addressOf(addName)}`,
  changePassword: `#${addressOf(changePassword)}`,
  /** Opens the first evidence to review. */
  nextReview: `#${addressOf(reviewEvidence)}`,
  loans: (source: number, subject?: EvidenceSubject) =>
    `#${addressWithQuery(handleLoans.path, { source: String(source), subject })}`,
  evidence: (evidenceNo: string) => `#${addressWithQuery(staffEvidence.path, { evidenceNo })}`,
  review: (evidenceNo: string, subject?: EvidenceSubject) =>
    `#${addressWithQuery(reviewEvidence.path, { evidenceNo, subject })}`,
}
