import { pages } from '@qingzhou/contract/pages'
import { toast } from '@qingzhou/ui/overlays'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'
import { channelOf } from '#phone/browsers.ts'
import type { Phone } from '#phone/use-phone.ts'
import type { PersonAction } from './person-actions.ts'
import type { Person } from './use-people.ts'

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
  notGranted: '审批没有通过，正在登录查看',
}

/** Has the server complete the application of this person, and shows the result. */
export function applyFor(person: Person, phone: Phone): Promise<void> {
  return attempt(async () => {
    const { step } = await client.prepare(person.phone)
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
