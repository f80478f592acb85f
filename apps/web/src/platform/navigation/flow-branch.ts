import { deleteLinkPair } from '#platform/browser/cookies.ts'
import { read, remove, store } from '#platform/browser/storage.ts'
import { removeFromAddress } from './link.ts'

/** The application that was opened with the branch of a link. */
export function bindFlowBranch(applyNo: string): void {
  if (read('flowBranch') !== undefined) store('flowBranchApplyNo', applyNo)
}

/**
 * Forgets the branch of a link once its application has ended, so that it does not apply to the
 * next one. A branch that no application was opened with is kept: it is a new invitation.
 */
export function forgetUsedFlowBranch(): void {
  if (read('flowBranchApplyNo') === undefined) return
  remove('flowBranch')
  remove('flowBranchApplyNo')
  deleteLinkPair(FLOW_BRANCH)
  removeFromAddress([FLOW_BRANCH])
}

const FLOW_BRANCH = 'flowBranch'
