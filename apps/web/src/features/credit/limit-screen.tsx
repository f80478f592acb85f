import { Banner } from '@qingzhou/ui/banner'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import {
  BagIcon,
  CalendarIcon,
  CardIcon,
  DocumentIcon,
  InfoIcon,
  PersonIcon,
  SealIcon,
  SpeechIcon,
} from '@qingzhou/ui/icons'
import { Screen } from '@qingzhou/ui/screen'
import { Tiles } from '@qingzhou/ui/tiles'
import { useQuery } from '@tanstack/react-query'
import { lender } from '@qingzhou/domain/lender'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { Problem } from '#shared/problem.tsx'
import { product } from '#shared/product.ts'
import { QueryState } from '#shared/query-state.tsx'
import { SignOutButton } from '#shared/sign-out.tsx'
import { DueCard } from './due-card.tsx'
import { LimitCard, LimitOnItsWay } from './limit-card.tsx'
import { limitQuery } from './limit-query.ts'
import { useApplyAgain } from './use-apply-again.ts'

export default function LimitScreen() {
  const limit = useQuery(limitQuery())
  const { applyAgain, problem } = useApplyAgain()

  return (
    <Screen title={routes.credit.limit.title} home trailing={<HelpButton />}>
      <QueryState query={limit} skeleton={<LimitOnItsWay />} errorTitle="暂时没有查到您的额度">
        {(shown) => (
          <>
            {shown.dueSoon?.isOverdue && <DueCard due={shown.dueSoon} />}
            <LimitCard limit={shown} onApplyAgain={applyAgain} />
            <Problem of={problem} />
            {shown.state === 'frozen' && (
              <Banner
                tone="overdue"
                action={<a href={`#${addressOf(routes.restructure.signedPlans)}`}>查看已签借据</a>}
              >
                您的额度已冻结，已有的借款照常还款。签了个性化分期的，结清后恢复；其他原因请致电{' '}
                {product.servicePhone}。
              </Banner>
            )}
            {shown.dueSoon && !shown.dueSoon.isOverdue && <DueCard due={shown.dueSoon} />}
          </>
        )}
      </QueryState>
      <Card>
        <Tiles label="常用服务" tiles={services} />
      </Card>
      <div className="stack centre push-end">
        <div className="row row-centre row-wrap">
          <ButtonLink kind="text" fit href={toSecurity}>
            {routes.security.security.title}
          </ButtonLink>
          <SignOutButton kind="text" fit />
          {limit.data && limit.data.state !== 'cancelled' && (
            <ButtonLink kind="text" fit href={toCancellation}>
              注销额度
            </ButtonLink>
          )}
        </div>
        <p className="caption ink-3">
          贷款人 {lender.company}
          <br />
          {product.riskLine}
        </p>
      </div>
    </Screen>
  )
}

const toSecurity = `#${addressOf(routes.security.security)}`

const toCancellation = `#${addressOf(routes['limit-cancellation'].cancellableLimits)}`

const page = (name: string) => `#${addressOf(routes.notices.servicePage, { name })}`

const services = [
  { label: '还款', icon: <CalendarIcon />, href: `#${addressOf(routes.repayment.repayHome)}` },
  { label: '添加储蓄卡', icon: <CardIcon />, href: `#${addressOf(routes.cards.bindCard)}` },
  {
    label: '已签协议',
    icon: <DocumentIcon />,
    href: `#${addressOf(routes.agreements.agreementsOfLoan)}`,
  },
  {
    label: '信息更新',
    icon: <PersonIcon />,
    href: `#${addressOf(routes.profile.updateReason)}`,
  },
  {
    label: '开具证明',
    icon: <SealIcon />,
    href: `#${addressOf(routes.settlement.chooseProof)}`,
  },
  { label: '商城', icon: <BagIcon />, href: `#${addressOf(routes.mall.mall)}` },
  { label: '息费说明', icon: <InfoIcon />, href: page('fees') },
  { label: '投诉与建议', icon: <SpeechIcon />, href: page('complaints') },
]
