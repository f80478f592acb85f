import type { StaffRole } from '@qingzhou/contract/calls'
import type { ProofState, ProofSubject } from '@qingzhou/contract/proofs'

export const roleNames: { readonly [R in StaffRole]: string } = {
  operator: '操作员',
  reviewer: '审核员',
  admin: '管理员',
}

export const stateNames: { readonly [S in ProofState]: string } = {
  toUpload: '待上传',
  toReview: '待审核',
  approved: '已通过',
  refused: '未通过',
  invalid: '已失效',
}

export const subjectNames: { readonly [S in ProofSubject]: string } = {
  loanUse: '借款用途',
  relief: '延期还款',
  hardship: '困难证明',
}

/** What it is called as a heading. */
export const subjectTitles: { readonly [S in ProofSubject]: string } = {
  loanUse: '借款用途凭证',
  relief: '延期还款材料',
  hardship: '困难证明材料',
}
