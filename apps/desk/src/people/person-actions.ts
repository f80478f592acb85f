import type { CardBehaviour, Outcome } from '@qingzhou/provider-api/test-people'
import type { Person } from './use-people.ts'

export type PersonAction = 'signIn' | 'openInWallet' | 'openInMessenger' | 'fillPhone'

export const actionLabels: Record<PersonAction, string> = {
  signIn: '直接登录',
  openInWallet: '在支付应用打开',
  openInMessenger: '在消息应用打开',
  fillPhone: '填入手机号',
}

/** The actions of a person, the most specific first. */
export function actionsFor(person: Person): PersonAction[] {
  const actions: PersonAction[] = []
  if (person.wallet) actions.push('openInWallet')
  if (person.messenger) actions.push('openInMessenger')
  // A sign-in link is for customers only: a link cannot give consent.
  if (person.isCustomer) actions.push('signIn')
  actions.push('fillPhone')
  return actions
}

/** The description of a person; it changes when a new person has registered. */
export function storyOf(person: Person): { readonly purpose: string; readonly signIn: string } {
  const hasSignedUp = person.isCustomer && person.account === undefined
  if (!hasSignedUp) return person
  return { purpose: '已注册，现在是老客户', signIn: '直接登录，或用短信验证码' }
}

/** The outcome of an application. */
export const outcomeLabels: Record<Outcome, string> = {
  approved: '审批通过',
  declined: '审批不通过，可再申请',
  refused: '拒绝授信',
  riskRefused: '风控拦截',
  identityMismatch: '身份核验不一致',
  faceFails: '人脸总不通过',
  bankDeclines: '银行卡有问题',
  bankSlow: '银行很慢',
}

/** The conduct of a card. */
export const conductLabels: Record<CardBehaviour, string> = {
  well: '正常',
  slow: '银行要 8 秒',
  lost: '已挂失，绑不上',
  frozen: '能绑定，收不了款',
  poor: '余额只有 100 元',
}
