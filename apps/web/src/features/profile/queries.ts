import {
  profileShapes,
  type Amendment,
  type AmendmentReason,
} from '@qingzhou/contract/features/profile'
import { callsOf } from '#platform/api/api.ts'

const { startPhoneChange, confirmPhoneChange } = profileShapes

export const profile = callsOf('profile', { startPhoneChange, confirmPhoneChange })

export type { Amendment, AmendmentReason }

/** The fields that can be changed. */
export const amendmentNames: Record<Amendment, string> = {
  name: '姓名变更',
  idCard: '身份证换新',
  issuer: '签发机关变更',
}

export const reasonNames: Record<AmendmentReason, string> = {
  renamed: '依法改名',
  renewed: '到期换证',
  lost: '遗失补办',
  moved: '户籍迁移',
  misread: '原信息有误',
  other: '其他原因',
}

/** The reasons of each change, the most frequent first. */
export const reasonsFor: Record<Amendment, readonly AmendmentReason[]> = {
  name: ['renamed', 'misread', 'other'],
  idCard: ['renewed', 'lost', 'misread', 'other'],
  issuer: ['moved', 'renewed', 'misread', 'other'],
}
