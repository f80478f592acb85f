import { lender } from '#platform/config/brand.ts'
import type { codePurposes } from '@qingzhou/contract/features/onboarding'
import { signInFigures } from '#platform/config/sign-in-figures.ts'

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
}

export function smsText(code: string, purpose: Purpose): string {
  return `【${lender.product}】验证码 ${code}，${signInFigures.sms.validMinutes} 分钟内有效，用于${purposeWords[purpose]}。请勿告诉他人，工作人员不会索要。`
}
