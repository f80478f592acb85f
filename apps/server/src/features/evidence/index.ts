export { uploadByBorrower } from './submit-evidence.ts'
export { readEvidence } from './by-staff/evidence-detail.ts'
export { loansToHandle } from './by-staff/upload-on-behalf.ts'
export {
  reviewEvidence,
  type AfterReview,
  type ReviewedEvidence,
} from './by-staff/review-evidence.ts'
export { uploadOnBehalf } from './by-staff/upload-on-behalf.ts'
export { evidenceHandlers, evidenceTasks } from './handlers.ts'
export { openLoanUseEvidence, openEvidence } from './evidence-lists.ts'
export { saveSummary } from './evidence-store.ts'
export { listEvidenceFiles, listEvidence } from './evidence-view.ts'
export { submitEvidence } from './submit-evidence.ts'
