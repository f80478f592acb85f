import { useState } from 'react'
import { Button, Segmented } from '@qingzhou/ui/inputs'
import { Well } from '@qingzhou/ui/layout'
import { pages } from '@qingzhou/contract/pages'
import { attempt, copy } from '#attempt.ts'
import { client, type SignInLink } from '#client.ts'
import type { Person } from '#people/use-people.ts'
import { browsers, channelOf, type Browser } from '#phone/use-phone.ts'
import type { Phone } from '#phone/use-phone.ts'
import { Select } from '#select.tsx'

/** Pages a partner's link may lead to, by their path in the app, with the other parameters of such a link. */
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

const pageOptions = landingPages.map(({ path, label }) => ({
  value: path,
  label: `${label}　${path}`,
}))
const clock = new Intl.DateTimeFormat('zh-CN', { timeStyle: 'short' })

type CreatedLink = SignInLink & { readonly browser: Browser }

/** Creates a link that signs in once, within 15 minutes. */
export function LinkMaker({ people, phone }: { people: readonly Person[]; phone: Phone }) {
  const customers = people.filter((person) => person.isCustomer)
  const [chosen, setChosen] = useState('')
  const [browser, setBrowser] = useState<Browser>('plain')
  const [path, setPath] = useState<LandingPath>(landingPages[0].path)
  const [made, setMade] = useState<CreatedLink>()

  const person = customers.find((candidate) => candidate.key === chosen) ?? customers[0]
  if (!person) return <p className="small ink-2">还没有客户。请先用任意测试用户注册。</p>

  const make = () =>
    attempt(async () => {
      const wanted = { phone: person.phone, channel: channelOf(browser), path }
      const link = await client.makeLink(wanted)
      setMade({ ...link, url: asSentFor(path, link.url), browser })
    })

  return (
    <div className="stack stack-4">
      <p className="small ink-2">静默登录链接：只能用一次，15 分钟内有效。</p>
      <Select
        label="登录为"
        options={customers.map(({ key, name, phone: number }) => ({
          value: key,
          label: `${name}　${number}`,
        }))}
        value={person.key}
        onChange={setChosen}
      />
      <Segmented label="渠道" showLabel options={browsers} value={browser} onChange={setBrowser} />
      <Select label="落地页" options={pageOptions} value={path} onChange={setPath} />
      <Button onPress={make}>生成链接</Button>
      {made && <MadeLink key={made.linkToken} made={made} phone={phone} />}
    </div>
  )
}

function MadeLink({ made, phone }: { made: CreatedLink; phone: Phone }) {
  const [isExpired, setExpired] = useState(false)
  const until = clock.format(new Date(made.expiresAt))

  const expire = () =>
    attempt(async () => {
      await client.expireLink(made.linkToken)
      setExpired(true)
    })

  return (
    <Well>
      <div className="stack stack-3">
        <p className="made-link small">{made.url}</p>
        <p className="caption ink-3">
          {isExpired ? '已过期，打开会被拒绝。' : `${until} 前有效，用后即失效。`}
        </p>
        <div className="row row-wrap">
          <Button fit onPress={() => phone.open(made.url, made.browser)}>
            在手机中打开
          </Button>
          <Button fit kind="quiet" onPress={() => copy(made.url, '链接已复制')}>
            复制
          </Button>
          {!isExpired && (
            <Button fit kind="quiet" onPress={expire}>
              使其过期
            </Button>
          )}
        </div>
      </div>
    </Well>
  )
}

/** The link as a partner would send it: the parameters of the page are before the hash. */
export function asSentFor(path: LandingPath, link: string): string {
  const page = landingPages.find((candidate) => candidate.path === path)
  const url = new URL(link, location.origin)
  const query: Record<string, string> = page && 'query' in page ? page.query : {}
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
