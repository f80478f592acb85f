import type { Call } from '@qingzhou/contract/calls'
import { mayDo, type StaffRole } from '@qingzhou/contract/permissions'
import type { EvidenceState, EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { OwnPart } from '@qingzhou/contract/features/staff'
import { product } from '@qingzhou/domain/product'
import type { StaffMember } from '#platform/session/staff-session.ts'

export const roleNames: { readonly [R in StaffRole]: string } = {
  operator: '操作员',
  reviewer: '审核员',
  admin: '管理员',
  auditor: '审计员',
}

export const stateNames: { readonly [S in EvidenceState]: string } = {
  toUpload: '待上传',
  toReview: '待审核',
  approved: '已通过',
  refused: '未通过',
  invalid: '已失效',
}

export const subjectNames: { readonly [S in EvidenceSubject]: string } = {
  loanUse: '借款用途',
  relief: '延期还款',
  hardship: '困难证明',
}

/** Why another employee must review it. */
export const ownPartNames: { readonly [P in OwnPart]: string } = {
  upload: '本人上传',
  loan: '本人借款',
}

/** The heading. */
export const subjectTitles: { readonly [S in EvidenceSubject]: string } = {
  loanUse: '借款用途凭证',
  relief: '延期还款材料',
  hardship: '困难证明材料',
}

/** What the review decides. */
export const subjectUses: { readonly [S in EvidenceSubject]: string } = {
  loanUse: '核对借款是否用于约定的用途',
  relief: '决定能否按申请延期还款',
  hardship: hardshipUse(),
}

function hardshipUse(): string {
  const { monthsWithoutDocument, monthsMax, documentDays } = product.personalisedPlan
  return `个性化分期可选 ${monthsWithoutDocument + 1} 至 ${monthsMax} 期，通过后 ${documentDays} 天内有效`
}

/** Whether an employee may make a call. The server checks the same table. */
export function isAllowed(member: StaffMember, { permission }: Pick<Call, 'permission'>): boolean {
  return permission !== undefined && mayDo(member, permission)
}
