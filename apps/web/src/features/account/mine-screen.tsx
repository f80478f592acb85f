import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { Chip } from '@qingzhou/ui/feedback'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import {
  BagIcon,
  CardIcon,
  DocumentIcon,
  DownloadIcon,
  HeadsetIcon,
  InfoIcon,
  PersonIcon,
  SealIcon,
  SearchIcon,
  SettingsIcon,
  ShieldIcon,
  SpeechIcon,
  TicketIcon,
} from '@qingzhou/ui/graphics'
import { type Route, routes } from '#app/routes.ts'
import { callsOf } from '#platform/api/api.ts'
import { hasMall, lender } from '#platform/browser/config.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { HomeTabs } from '#shared/account/home-tabs.tsx'
import { unreadQuery } from '#shared/account/messages-queries.ts'
import { product, toHelp, toServicePage } from '#shared/pages/service/product.ts'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import './mine-screen.css'

/** The borrower's own things, on the third tab. */
export default function MineScreen() {
  return (
    <Screen
      title={routes.account.mine.title}
      home
      trailing={<HelpButton />}
      bottom={<HomeTabs at="我的" />}
    >
      <Owner />
      <Belongings />
      <Rows label="资料与证明" rows={toSign} />
      <Rows label="设置与帮助" rows={more} />
      <p className="caption ink-3 centre push-end">
        贷款人 {lender.company}
        <br />
        {product.riskLine}
      </p>
    </Screen>
  )
}

function Owner() {
  const phone = useQuery(maskedPhoneQuery()).data?.mobile
  return (
    <section className="owner">
      <span className="owner-mark">
        <PersonIcon size={28} />
      </span>
      <div className="grow">
        <p className="title tabular">{phone ?? '已登录'}</p>
        <p className="small ink-2">登录手机号</p>
      </div>
    </section>
  )
}

/** Messages, cards and coupons, each with what matters of it. */
function Belongings() {
  const unread = useQuery(unreadQuery()).data ?? 0
  const [card] = useQuery(boundCardsQuery()).data ?? []
  const coupons = useQuery(usableCouponsQuery()).data ?? 0
  return (
    <Card flush>
      <List label="我的账户">
        <ListRow
          glyph={<SpeechIcon size={20} />}
          label={routes.account.messages.title}
          href={linkTo(routes.account.messages)}
          {...(unread > 0 && { value: <Chip>{unread} 条未读</Chip> })}
        />
        <ListRow
          glyph={<CardIcon size={20} />}
          label={routes.cards.myCards.title}
          href={linkTo(routes.cards.myCards)}
          {...(card && {
            value: <span className="small ink-2">{`${card.bankName}（${card.lastFour}）`}</span>,
          })}
        />
        <ListRow
          glyph={<TicketIcon size={20} />}
          label={routes.loans.myCoupons.title}
          href={linkTo(routes.loans.myCoupons)}
          {...(coupons > 0 && { value: <span className="small ink-2">{coupons} 张可用</span> })}
        />
      </List>
    </Card>
  )
}

type Row = { readonly label: string; readonly icon: ReactNode; readonly href: string }

function Rows({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <Card flush>
      <List label={label}>
        {rows.map(({ label: name, icon, href }) => (
          <ListRow key={href} glyph={icon} label={name} href={href} />
        ))}
      </List>
    </Card>
  )
}

function linkTo(route: Route): string {
  return `#${addressOf(route)}`
}

const toSign: readonly Row[] = [
  {
    label: '已签协议',
    icon: <DocumentIcon size={20} />,
    href: linkTo(routes.agreements.agreementsOfLoan),
  },
  {
    label: '开具证明',
    icon: <SealIcon size={20} />,
    href: linkTo(routes.settlement.chooseCertificate),
  },
  { label: '信息更新', icon: <PersonIcon size={20} />, href: linkTo(routes.profile.updateReason) },
  {
    label: routes['bureau-reports'].bureauReports.title,
    icon: <SearchIcon size={20} />,
    href: linkTo(routes['bureau-reports'].bureauReports),
  },
  {
    label: routes['data-copies'].dataCopies.title,
    icon: <DownloadIcon size={20} />,
    href: linkTo(routes['data-copies'].dataCopies),
  },
  ...(hasMall
    ? [{ label: '商城', icon: <BagIcon size={20} />, href: linkTo(routes.mall.mall) }]
    : []),
]

const more: readonly Row[] = [
  {
    label: routes.security.security.title,
    icon: <ShieldIcon size={20} />,
    href: linkTo(routes.security.security),
  },
  {
    label: routes.account.settings.title,
    icon: <SettingsIcon size={20} />,
    href: linkTo(routes.account.settings),
  },
  { label: '帮助与客服', icon: <HeadsetIcon size={20} />, href: toHelp },
  { label: '息费说明', icon: <InfoIcon size={20} />, href: toServicePage('fees') },
]

const { maskedPhone } = callsOf('onboarding', { maskedPhone: onboardingShapes.maskedPhone })
const { ownCoupons } = callsOf('loans', { ownCoupons: loansShapes.ownCoupons })

/** Other features ask under the same key. */
function maskedPhoneQuery() {
  return queryOptions({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => maskedPhone({}, { signal, quiet: true }),
  })
}

function usableCouponsQuery() {
  return queryOptions({
    queryKey: ['usable-coupons'],
    queryFn: async ({ signal }) => (await ownCoupons({}, { signal, quiet: true })).usable.length,
    refetchOnMount: 'always',
  })
}
