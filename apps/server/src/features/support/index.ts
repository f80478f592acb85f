import type { AnyProposalKind } from '#features/proposals/index.ts'
import { unlockPassword } from './access-kinds.ts'
import { blockCustomer, endBlock, returnAccess } from './block-kinds.ts'
import { eraseCustomer, handOutData } from './data-kinds.ts'
import { sendDocument } from './document-kinds.ts'
import { passFace, refuseFace } from './face-kinds.ts'
import { freezeLimit, lowerLimit, raiseLimit, reopenLimit } from './limit-kinds.ts'

export { customerData } from './data-kinds.ts'
export { readDocuments } from './document-kinds.ts'
export { downloadDocument, renderDocument } from './printed-documents.ts'
export { listConsents } from './support-store.ts'
export { facePictures, proposeFace } from './face-kinds.ts'
export {
  findCustomers,
  findCustomersByFirst,
  readNameAndLastFour,
  searchKeys,
  type SearchKey,
} from './find-customer.ts'
export { showCustomer, type ShownCustomer } from './show-customer.ts'

/** What support does for customers, alone or with a second person. */
export const supportKinds: readonly AnyProposalKind[] = [
  blockCustomer,
  endBlock,
  returnAccess,
  freezeLimit,
  reopenLimit,
  lowerLimit,
  raiseLimit,
  passFace,
  refuseFace,
  unlockPassword,
  sendDocument,
  handOutData,
  eraseCustomer,
]
