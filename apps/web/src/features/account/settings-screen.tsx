import { safeStorage } from '#platform/browser/safe-storage.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Segmented, Switch } from '@qingzhou/ui/inputs'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes, type Route } from '#app/routes.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { addressOf, backOr } from '#platform/navigation/navigation.ts'
import { messages } from '#shared/account/messages-queries.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { toServicePage } from '#shared/pages/service/product.ts'
import { SignOutButton } from '#shared/sign-in/sign-out.tsx'

/**
 * The look of the app on this phone, not of the account. The script of the page (`page-script.ts`)
 * applies it before the first paint, under the same names.
 */
const themes = ['system', 'light', 'dark'] as const
const textSizes = ['100%', '115%', '130%', '150%'] as const

type Theme = (typeof themes)[number]
type TextSize = (typeof textSizes)[number]

const local = safeStorage(() => window.localStorage)

function storedTheme(): Theme {
  const stored = local.getItem('theme')
  return themes.find((theme) => theme === stored) ?? 'system'
}

function storedTextSize(): TextSize {
  const stored = local.getItem('textSize')
  return textSizes.find((size) => size === stored) ?? '100%'
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') local.removeItem('theme')
  else local.setItem('theme', theme)
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  // The bar of the browser has the colour of the matching element.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-of]')) {
    const own = meta.dataset['of']
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`
    else meta.media = own === theme ? 'all' : 'not all'
  }
}

function chooseTextSize(size: TextSize): void {
  if (size === '100%') local.removeItem('textSize')
  else local.setItem('textSize', size)
  document.documentElement.style.fontSize = size === '100%' ? '' : size
}

/** The look of the app, messages, privacy, and the sign-out. */
export default function SettingsScreen() {
  return (
    <Screen
      title={routes.account.settings.title}
      onBack={() => backOr(routes.account.mine)}
      footer={<SignOutButton />}
    >
      <Look />
      <Privacy />
      <Card flush>
        <List label="账户">
          <ListRow
            label={routes.security.security.title}
            note="登录设备、关联的应用"
            href={linkTo(routes.security.security)}
          />
          <ListRow
            label="注销额度"
            note="不再借款时办理，结清后生效"
            href={linkTo(routes['limit-cancellation'].cancellableLimits)}
          />
          <ListRow label="关于与许可" href={toServicePage('about')} />
        </List>
      </Card>
    </Screen>
  )
}

function Look() {
  const [theme, setTheme] = useState(storedTheme)
  const [textSize, setTextSize] = useState(storedTextSize)

  return (
    <Card title="外观" note="只影响这台手机">
      <Segmented<Theme>
        label="颜色"
        showLabel
        options={[
          { value: 'system', label: '跟随系统' },
          { value: 'light', label: '浅色' },
          { value: 'dark', label: '深色' },
        ]}
        value={theme}
        onChange={(chosen) => {
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      />
      <Segmented<TextSize>
        label="字号"
        showLabel
        options={[
          { value: '100%', label: '标准' },
          { value: '115%', label: '大' },
          { value: '130%', label: '较大' },
          { value: '150%', label: '特大' },
        ]}
        value={textSize}
        onChange={(chosen) => {
          chooseTextSize(chosen)
          setTextSize(chosen)
        }}
      />
    </Card>
  )
}

function Privacy() {
  const settings = useQuery(settingsQuery())
  const client = useQueryClient()

  async function choose(acceptsCampaigns: boolean) {
    try {
      const saved = await messages.saveSettings({ acceptsCampaigns })
      client.setQueryData(settingsQuery().queryKey, saved)
      toast(acceptsCampaigns ? '已开启优惠活动短信' : '已关闭优惠活动短信')
    } catch (error) {
      ignoreRefusal(error)
    }
  }

  return (
    <Card title="隐私">
      <QueryState query={settings} skeleton={<SkeletonLines count={2} />}>
        {({ acceptsCampaigns }) => (
          <Switch
            label="优惠活动短信"
            note="开启后才会发送，可随时关闭；还款提醒、到账等账户通知不受影响"
            checked={acceptsCampaigns}
            onChange={choose}
          />
        )}
      </QueryState>
      <List label="隐私">
        <ListRow label="隐私政策" href={toServicePage('privacy')} />
        <ListRow
          label="已签的授权与协议"
          note="查看每一份授权的内容和签署时间"
          href={linkTo(routes.agreements.signedAgreements)}
        />
        <ListRow
          label={routes['data-copies'].dataCopies.title}
          note="查阅、复制我们保存的您的全部信息"
          href={linkTo(routes['data-copies'].dataCopies)}
        />
      </List>
      <p className="caption ink-3">相机、位置等权限可在手机的系统设置中关闭。</p>
    </Card>
  )
}

function linkTo(route: Route): string {
  return `#${addressOf(route)}`
}

function settingsQuery() {
  return queryOptions({
    queryKey: ['messages', 'settings'],
    queryFn: async ({ signal }) => messages.settings({}, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}
