import { pages } from '@qingzhou/contract/pages'
import type { CardBehaviour, Outcome } from '@qingzhou/provider-api/test-people'
import { toast } from '@qingzhou/ui/overlays'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'
import { channelOf } from '#phone/use-phone.ts'
import type { Phone } from '#phone/use-phone.ts'
import type { Person } from './use-people.ts'

type PersonAction = 'signIn' | 'openInWallet' | 'openInMessenger' | 'fillPhone'

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
  unsupported: '能绑定，银行卡不支持该业务',
  poor: '余额只有 100 元',
}

/** The pages of the app that offer to sign in through the payment app and the messaging app. */
const entries = {
  wallet: `/#${pages.registerInWallet}`,
  messenger: `/#${pages.channelSignIn}`,
} as const

type Doing = { readonly action: PersonAction; readonly phone: Phone }

export async function actAs(person: Person, { action, phone }: Doing): Promise<void> {
  switch (action) {
    case 'openInWallet':
      return openIn('wallet', person, phone)
    case 'openInMessenger':
      return openIn('messenger', person, phone)
    case 'signIn':
      return signInSilently(person, phone)
    case 'fillPhone':
      if (!phone.fill('tel', person.phone)) toast('这一页没有手机号输入框，可先点“清空手机”')
  }
}

/** The consent page then preselects this person. */
function openIn(app: 'wallet' | 'messenger', person: Person, phone: Phone): Promise<void> {
  return attempt(async () => {
    await client.signInToApp(app, person[app]?.openId ?? '')
    phone.open(entries[app], app)
  })
}

const WALKED_ON: Readonly<Record<string, string>> = {
  limit: '额度已开通，正在登录',
  underReview: '申请已提交，几秒后出结果，正在登录',
  notGranted: '审批未通过，正在登录查看',
}

/** What the server is doing for a person, by the step of the application. */
const preparing: Readonly<Record<string, string>> = {
  identity: '第 1 步，共 6 步：识别身份证…',
  faceInPage: '第 2 步，共 6 步：人脸核验…',
  bindCardForCredit: '第 3 步，共 6 步：绑定银行卡…',
  basicInfo: '第 4 步，共 6 步：填写基本信息…',
  companyInfo: '第 5 步，共 6 步：填写单位信息…',
  confirmApplication: '第 6 步，共 6 步：提交申请…',
}

const ASK_EVERY_MS = 400

/** Shows the steps of a preparation until it is over. */
async function followSteps(
  phone: string,
  { isOver, show }: { readonly isOver: () => boolean; readonly show: (label: string) => void },
): Promise<void> {
  let shown: string | undefined
  while (!isOver()) {
    // A missed answer only leaves the last label in place.
    const { step = '' } = await client.preparation(phone).catch(() => ({ step: undefined }))
    const label = preparing[step]
    if (label !== undefined && label !== shown && !isOver()) show(label)
    shown = label ?? shown
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

/** Has the server complete the application of this person, shows its steps and the result. */
export function applyFor(
  person: Person,
  phone: Phone,
  show: (label: string) => void = toast,
): Promise<void> {
  return attempt(async () => {
    let isOver = false
    void followSteps(person.phone, { isOver: () => isOver, show })
    const { step } = await client.prepare(person.phone).finally(() => (isOver = true))
    toast(WALKED_ON[step] ?? '申请停在中途，请在手机里继续')
    await signInSilently(person, phone)
  })
}

function signInSilently(person: Person, phone: Phone): Promise<void> {
  const channel = channelOf(phone.visit.browser)
  return attempt(async () => {
    const link = await client.makeLink({ phone: person.phone, channel, path: pages.landing })
    phone.open(link.url)
  })
}
