import { useQuery } from '@tanstack/react-query'
import { lender } from '#platform/browser/config.ts'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Chip } from '@qingzhou/ui/feedback'
import { ButtonLink, Button, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, Screen, Tiles } from '@qingzhou/ui/layout'
import {
  CalendarIcon,
  CardIcon,
  DocumentIcon,
  PostponeIcon,
  RiseIcon,
  SealIcon,
  SpeechIcon,
  TicketIcon,
} from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import type { OpenDraw } from '@qingzhou/contract/features/credit'
import { drawParam } from '@qingzhou/contract/wire/params'
import { type Route, routes } from '#app/routes.ts'
import type { FirstQueries } from '#platform/navigation/screens.ts'
import { addressOf, addressWithQuery } from '#platform/navigation/navigation.ts'
import { formatDay, formatTime } from '#shared/pages/figures.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { HomeTabs } from '#shared/account/home-tabs.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { product, toServicePage } from '#shared/pages/service/product.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { type Limit, limitQuery } from '#shared/lending/limit-query.ts'
import { goToVerification } from '#shared/lending/go-to-verification.ts'
import { CancelDraw } from '#shared/lending/open-draw.tsx'
import { PauseBanner } from './pause-banner.tsx'
import { LimitCard, LimitCardSkeleton } from './limit-card.tsx'
import { useApplyAgain } from './use-apply-again.ts'

export const firstQueries: FirstQueries = (request) => request(limitQuery())

export default function LimitScreen() {
  const limit = useQuery(limitQuery())
  const { applyAgain, problem } = useApplyAgain()

  return (
    <Screen
      title={routes.credit.limit.title}
      home
      trailing={<HelpButton />}
      bottom={<HomeTabs at="额度" />}
    >
      <QueryState query={limit} skeleton={<LimitCardSkeleton />} errorTitle="额度查询失败">
        {(shown) => (
          <>
            {shown.dueSoon?.isOverdue && <DueCard due={shown.dueSoon} />}
            <LimitCard limit={shown} onApplyAgain={applyAgain} />
            <FormError of={problem} />
            {shown.openDraw && <OpenDrawCard draw={shown.openDraw} />}
            {shown.state === 'frozen' && <PauseBanner pause={shown.pause ?? 'review'} />}
            {shown.dueSoon && !shown.dueSoon.isOverdue && <DueCard due={shown.dueSoon} />}
          </>
        )}
      </QueryState>
      <Card>
        <Tiles label="常用服务" tiles={services} />
      </Card>
      <div className="stack centre push-end">
        {limit.data && (
          <div className="row row-centre">
            <ButtonLink kind="text" fit href={toCompany}>
              更新单位信息
            </ButtonLink>
          </div>
        )}
        <p className="caption ink-3">
          贷款人 {lender.company}
          <br />
          {product.riskLine}
        </p>
      </div>
    </Screen>
  )
}

const toCompany = `#${addressOf(routes.credit.companyInfo)}`

const linkTo = (route: Route) => `#${addressOf(route)}`

/** What a borrower comes for most, as far as no tab leads there. */
const services = [
  { label: '还款计划', icon: <CalendarIcon />, href: linkTo(routes.repayment.allDue) },
  { label: '提前还款', icon: <RiseIcon />, href: linkTo(routes.repayment.payEarly) },
  { label: '优惠券', icon: <TicketIcon />, href: linkTo(routes.loans.myCoupons) },
  { label: '银行卡', icon: <CardIcon />, href: linkTo(routes.cards.myCards) },
  { label: '延期还款', icon: <PostponeIcon />, href: linkTo(routes.repayment.deferral) },
  { label: '结清证明', icon: <SealIcon />, href: linkTo(routes.settlement.chooseCertificate) },
  { label: '已签协议', icon: <DocumentIcon />, href: linkTo(routes.agreements.agreementsOfLoan) },
  { label: '投诉与建议', icon: <SpeechIcon />, href: toServicePage('complaints') },
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
        {days === 0
          ? '今天从还款卡扣款，扣款结果请查看账单。'
          : `${formatDay(dueDate)}从还款卡扣款，请留足余额。`}
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

/** The draw in progress, begun on this phone or another one, with what can be done about it. */
function OpenDrawCard({ draw }: { draw: OpenDraw }) {
  const { drawNo, amount, isPurchase } = draw
  if (draw.state === 'processing') {
    const result = addressWithQuery(routes.loans.loanResult.path, { [drawParam]: drawNo })
    return (
      <Card
        title={isPurchase ? '正在付款给商城' : '银行正在放款'}
        trailing={<Chip tone="soon">处理中</Chip>}
      >
        <Num value={yuan(amount)} size="lg" yuan />
        <p className="small ink-2">通常 1 分钟内完成，有结果会短信通知您</p>
        <ButtonLink kind="quiet" href={`#${result}`}>
          查看结果
        </ButtonLink>
      </Card>
    )
  }
  return (
    <Card
      title={isPurchase ? '待完成的商城订单' : '待完成的借款'}
      trailing={<Chip tone="soon">{missingVerification(draw)}</Chip>}
    >
      <Num value={yuan(amount)} size="lg" yuan />
      <p className="small ink-2">{deadlineOf(draw)}</p>
      <ButtonPair>
        <Button onPress={async () => goToVerification(drawNo, draw.verification)}>
          {draw.isFaceInReview ? '查看进度' : isPurchase ? '继续付款' : '继续借款'}
        </Button>
        <CancelDraw draw={draw} />
      </ButtonPair>
    </Card>
  )
}

function missingVerification({ verification, isFaceInReview }: OpenDraw): string {
  if (isFaceInReview) return '人工审核中'
  return verification.includes('face') ? '待人脸核验' : '待短信验证'
}

function deadlineOf({ verifyBy, isPurchase, isFaceInReview }: OpenDraw): string {
  const after = isPurchase ? '付款' : '放款'
  if (isFaceInReview) return '工作人员正在核对人脸照片，结果会短信通知您；今天没有完成的自动取消'
  if (verifyBy === undefined) return `核验后才会${after}`
  return `核验后才会${after}，请在 ${timeOf(verifyBy)} 前完成，超时自动取消`
}

/** A draw that a person has reviewed is open until the end of the day. */
function timeOf(verifyBy: number): string {
  const time = formatTime(verifyBy).slice(-5)
  return time === '00:00' ? '今天 24:00' : time
}
