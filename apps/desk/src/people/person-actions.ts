import type { Person } from './use-people.ts'

export type PersonAction = 'signIn' | 'openInWallet' | 'openInMessenger' | 'fillPhone'

export const actionLabels: Record<PersonAction, string> = {
  signIn: '直接登录',
  openInWallet: '在支付应用打开',
  openInMessenger: '在消息应用打开',
  fillPhone: '填入手机号',
}

/** What can be done as this person, the most telling first. */
export function actionsFor(person: Person): PersonAction[] {
  const actions: PersonAction[] = []
  if (person.wallet) actions.push('openInWallet')
  if (person.messenger) actions.push('openInMessenger')
  // A silent sign-in is for customers: a link cannot make somebody agree to anything.
  if (person.isCustomer) actions.push('signIn')
  actions.push('fillPhone')
  return actions
}

/** What the person is good for now: somebody new who has signed up since is new no more. */
export function storyOf(person: Person): { readonly purpose: string; readonly signIn: string } {
  const hasSignedUp = person.isCustomer && person.account === undefined
  if (!hasSignedUp) return person
  return { purpose: '已注册，现在是老客户', signIn: '直接登录，或用短信验证码' }
}
