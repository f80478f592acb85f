import { useQuery } from '@tanstack/react-query'
import { lender } from '#platform/browser/brand.ts'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Banner, Chip } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen, Tiles } from '@qingzhou/ui/layout'
import {
  BagIcon,
  CalendarIcon,
  CardIcon,
  DocumentIcon,
  InfoIcon,
  PersonIcon,
  SealIcon,
  SpeechIcon,
} from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { HelpButton } from '#shared/pages/customer-service.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { product } from '#shared/pages/product.ts'
import { toHelp } from '#shared/pages/service-page-links.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { SignOutButton } from '#shared/sign-in/sign-out.tsx'
import { type Limit, LimitCard, LimitCardSkeleton, limitQuery } from './limit-card.tsx'
import { useApplyAgain } from './use-apply-again.ts'

export default function LimitScreen() {
  const limit = useQuery(limitQuery())
  const { applyAgain, problem } = useApplyAgain()

  return (
    <Screen title={routes.credit.limit.title} home trailing={<HelpButton />}>
      <QueryState query={limit} skeleton={<LimitCardSkeleton />} errorTitle="额度查询失败">
        {(shown) => (
          <>
            {shown.dueSoon?.isOverdue && <DueCard due={shown.dueSoon} />}
            <LimitCard limit={shown} onApplyAgain={applyAgain} />
            <FormError of={problem} />
            {shown.state === 'frozen' && (
              <Banner
                tone="overdue"
                action={<a href={`#${addressOf(routes.restructure.signedPlans)}`}>查看已签方案</a>}
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
          {limit.data && (
            <ButtonLink kind="text" fit href={toCompany}>
              更新单位信息
            </ButtonLink>
          )}
          <ButtonLink kind="text" fit href={toHelp}>
            帮助与服务
          </ButtonLink>
          <ButtonLink kind="text" fit href={toAccount}>
            {routes.onboarding.followAccount.title}
          </ButtonLink>
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

const toAccount = `#${addressOf(routes.onboarding.followAccount)}`

const toCompany = `#${addressOf(routes.credit.companyInfo)}`

const toSecurity = `#${addressOf(routes.security.security)}`

const toCancellation = `#${addressOf(routes['limit-cancellation'].cancellableLimits)}`

const page = (name: string) => `#${addressOf(routes.notices.servicePage, { name })}`

const services = [
  { label: '还款', icon: <CalendarIcon />, href: `#${addressOf(routes.repayment.repayHome)}` },
  { label: '我的银行卡', icon: <CardIcon />, href: `#${addressOf(routes.cards.myCards)}` },
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

type Due = NonNullable<Limit['dueSoon']>

/** A bill due within this many days is marked. */
const SOON_DAYS = 7

/** The next payment, its due date and a link. */
function DueCard({ due }: { due: Due }) {
  return due.isOverdue ? <Overdue due={due} /> : <Coming due={due} />
}

function Overdue({ due: { amount, dueDate, days } }: { due: Due }) {
  return (
    <Card title="已逾期，请尽快还款" trailing={<Chip tone="overdue">逾期 {days} 天</Chip>}>
      <Num value={yuan(amount)} size="lg" yuan tone="overdue" />
      <p className="small ink-2">{formatDay(dueDate)}到期。逾期会产生罚息，并影响征信。</p>
      <ButtonLink href={toPayment}>立即还款 {displayYuan(amount)} 元</ButtonLink>
      <p className="small">
        <a href={toPlans}>还款有困难？可申请重新分期</a>
      </p>
    </Card>
  )
}

function Coming({ due: { amount, dueDate, days } }: { due: Due }) {
  return (
    <Card
      title="下一期账单"
      trailing={
        <Chip tone={days <= SOON_DAYS ? 'soon' : 'plain'}>
          {days === 0 ? '今天到期' : `${days} 天后到期`}
        </Chip>
      }
    >
      <Num value={yuan(amount)} size="lg" yuan tone="due" />
      <p className="small ink-2">
        {days === 0 ? '今天' : formatDay(dueDate)}从还款卡扣款，请留足余额。
      </p>
      <p className="small">
        <a href={toBill}>查看账单</a>
      </p>
    </Card>
  )
}

const toPayment = `#${addressOf(routes.repayment.payInstalments)}`

const toPlans = `#${addressOf(routes.restructure.chooseBills)}`

const toBill = `#${addressOf(routes.repayment.currentBill)}`
