import { pages } from '@qingzhou/contract/pages'

/** Pages a partner's link may lead to, by their path in the app, with what else such a link carries. */
export const landingPages = [
  { path: pages.landing, label: '申请落地页' },
  { path: pages.repayLanding, label: '还款落地页' },
  { path: pages.bankPartnerLanding, label: '合作银行落地页', query: { gdCode: 'GD0001' } },
  { path: pages.unionPayLanding, label: '银联落地页' },
  { path: pages.mall, label: '商城' },
  { path: pages.channelSignIn, label: '消息应用渠道登录' },
  { path: pages.register, label: '注册' },
] as const

export type LandingPath = (typeof landingPages)[number]['path']

/** The link as the page's partner would send it: what the page needs goes in front of the hash. */
export function asSentFor(path: LandingPath, link: string): string {
  const page = landingPages.find((candidate) => candidate.path === path)
  const url = new URL(link, location.origin)
  const query: Record<string, string> = page && 'query' in page ? page.query : {}
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
