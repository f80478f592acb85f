import { useState } from 'react'
import { Button, Segmented } from '@qingzhou/ui/inputs'
import { Well } from '@qingzhou/ui/layout'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'
import type { SignInLink } from '#client.ts'
import { copy } from '#copy.ts'
import type { Person } from '#people/use-people.ts'
import { browsers, channelOf } from '#phone/browsers.ts'
import type { Browser } from '#phone/browsers.ts'
import type { Phone } from '#phone/use-phone.ts'
import { Select } from '#select.tsx'
import { asSentFor, landingPages } from './landing-pages.ts'
import type { LandingPath } from './landing-pages.ts'

const pages = landingPages.map(({ path, label }) => ({ value: path, label: `${label}　${path}` }))
const clock = new Intl.DateTimeFormat('zh-CN', { timeStyle: 'short' })

type Made = SignInLink & { readonly browser: Browser }

/** Person, channel and landing page give a link that signs in once, within 15 minutes. */
export function LinkMaker({ people, phone }: { people: readonly Person[]; phone: Phone }) {
  const customers = people.filter((person) => person.isCustomer)
  const [chosen, setChosen] = useState('')
  const [browser, setBrowser] = useState<Browser>('plain')
  const [path, setPath] = useState<LandingPath>(landingPages[0].path)
  const [made, setMade] = useState<Made>()

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
      <Select label="落地页" options={pages} value={path} onChange={setPath} />
      <Button onPress={make}>生成链接</Button>
      {made && <MadeLink key={made.linkToken} made={made} phone={phone} />}
    </div>
  )
}

function MadeLink({ made, phone }: { made: Made; phone: Phone }) {
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
