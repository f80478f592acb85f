import type { codePurposes } from '@qingzhou/contract/features/onboarding'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'

/** The purpose of a code; it is not valid for any other. */
export type Purpose = 'signIn' | (typeof codePurposes)[number]

const purposeWords: Record<Purpose, string> = {
  signIn: '登录',
  loan: '确认借款',
  payment: '确认还款',
  agreement: '签署协议',
  phone: '更换手机号',
  profile: '更新个人信息',
  cancellation: '注销额度',
  'data-copy': '申请个人信息副本',
}

export function codeSms(code: string, purpose: Purpose): Sms {
  const minutes = String(signInFigures.sms.validMinutes)
  return smsOf('code', { code, minutes, purpose: purposeWords[purpose] })
}
