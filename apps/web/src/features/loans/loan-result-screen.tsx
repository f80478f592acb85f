import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { GrantedDrawing, RefusedDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import { Result, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, go } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { goToVerification } from '#shared/lending/go-to-verification.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { CancelDraw, OfDraw } from '#shared/lending/open-draw.tsx'
import { lastDraw, NoDraw } from './no-draw.tsx'
import { PlanTable } from '#shared/lending/plan-outline.tsx'
import { type LoanResult, resultQuery } from './queries.ts'

const toLimit = `#${addressOf(routes.credit.limit)}`
const toAccount = `#${addressOf(routes.onboarding.followAccount)}`
const toEvidence = `#${addressOf(routes.evidence.evidenceDue)}`
const toMall = `#${addressOf(routes.mall.mall)}`
const toOrders = `#${addressOf(routes.mall.mallOrders)}`

/** The result of a draw, polled until it is final; the page may be left. */
export default function LoanResultScreen() {
  const page = {
    title: routes.loans.loanResult.title,
    onBack: async () => go(routes.credit.limit, { replace: true }),
  }
  return (
    <OfDraw {...page} otherwise={lastDraw()} without={<NoDraw />}>
      {(drawNo) => (
        <Screen {...page}>
          <Settling drawNo={drawNo} />
        </Screen>
      )}
    </OfDraw>
  )
}

function Settling({ drawNo }: { drawNo: string }) {
  const client = useQueryClient()
  const result = useQuery(resultQuery(drawNo))
  const state = result.data?.state
  useEffect(() => {
    // The limit has changed: invalidate it.
    if (state === 'paid' || state === 'failed') void client.invalidateQueries()
  }, [client, state])

  return (
    <QueryState query={result} skeleton={<SkeletonCards count={2} />}>
      {(draw) => <Outcome draw={draw} drawNo={drawNo} />}
    </QueryState>
  )
}

function Outcome({ draw, drawNo }: { draw: LoanResult; drawNo: string }) {
  if (draw.state === 'paid') return <Paid draw={draw} />
  if (draw.state === 'failed') return <Failed draw={draw} />
  if (draw.state === 'verifying') return <Unverified draw={draw} drawNo={drawNo} />
  return (
    <Result
      drawing={<WaitingDrawing />}
      title={draw.isPurchase ? '正在付款给商城' : '银行正在放款'}
      sentence={`${displayYuan(draw.amount)} 元 → ${payeeOf(draw)}`}
      alive="正在等待银行处理，通常 1 分钟内完成"
      actions={
        <ButtonLink kind="quiet" href={toLimit}>
          返回首页
        </ButtonLink>
      }
    >
      <p className="small ink-2 centre">可以离开此页，有结果会短信通知您，不会重复付款</p>
    </Result>
  )
}

function Paid({ draw }: { draw: LoanResult }) {
  return (
    <div className="stack stack-3">
      <Result
        drawing={<GrantedDrawing />}
        title={draw.isPurchase ? '已付款，商城开始备货' : '借款成功，资金已到账'}
        sentence={<AmountOf draw={draw} />}
        actions={
          <>
            {draw.isPurchase ? (
              <ButtonLink href={toOrders}>查看订单</ButtonLink>
            ) : (
              <ButtonLink href={toLimit}>完成</ButtonLink>
            )}
            {draw.loanNo !== undefined && <Records loanNo={draw.loanNo} />}
          </>
        }
      >
        <Card>
          <Pairs pairs={figuresOf(draw)} />
        </Card>
        {draw.evidenceDueOn !== undefined && (
          <p className="small centre">
            {draw.productName}：请在 {draw.evidenceDueOn}（含当日）前
            <a href={toEvidence}>上传用途凭证</a>
          </p>
        )}
      </Result>
      {draw.plan && (
        <Card title="还款计划">
          <PlanTable plan={draw.plan} />
        </Card>
      )}
      <p className="small centre">
        <a href={toAccount}>关注公众号，随时查账单</a>
      </p>
    </div>
  )
}

/** The loan and its signed documents. */
function Records({ loanNo }: { loanNo: string }) {
  const { loanDetail } = routes.repayment
  const { agreementsOfLoan } = routes.agreements
  return (
    <ButtonPair>
      <ButtonLink kind="quiet" href={`#${addressWithQuery(loanDetail.path, { loanNo })}`}>
        查看借款详情
      </ButtonLink>
      <ButtonLink kind="quiet" href={`#${addressWithQuery(agreementsOfLoan.path, { loanNo })}`}>
        查看借款协议
      </ButtonLink>
    </ButtonPair>
  )
}

/** Where the money is, what is due first, and what can still be borrowed. */
function figuresOf(draw: LoanResult) {
  const [first] = draw.plan ?? []
  return [
    { label: draw.isPurchase ? '付给' : '到账卡', value: payeeOf(draw) },
    ...(draw.paidOn ? [{ label: '放款日期', value: draw.paidOn }] : []),
    ...(first
      ? [
          { label: '首期还款日', value: formatDay(first.dueDate) },
          { label: '首期应还', value: `${displayYuan(first.amount)} 元` },
        ]
      : []),
    ...(draw.availableLimit === undefined
      ? []
      : [{ label: '剩余可用额度', value: `${displayYuan(draw.availableLimit)} 元` }]),
  ]
}

function Failed({ draw }: { draw: LoanResult }) {
  return (
    <Result
      drawing={<RefusedDrawing />}
      title={draw.isPurchase ? '下单失败' : '本次借款未成功'}
      sentence={draw.reason ?? '银行未受理本次放款'}
      actions={
        <>
          {draw.isPurchase ? (
            <ButtonLink href={toMall}>返回商城</ButtonLink>
          ) : (
            <ButtonLink href={`#${addressOf(routes.loans.borrow)}`}>重新借款</ButtonLink>
          )}
          <ServiceContact>需要帮助？</ServiceContact>
        </>
      }
    >
      <p className="small ink-2 centre">
        没有产生借款，{draw.isPurchase ? '订单已取消，额度已退回' : '额度和优惠券已退回'}
      </p>
    </Result>
  )
}

function Unverified({ draw, drawNo }: { draw: LoanResult; drawNo: string }) {
  return (
    <Result
      drawing={<WaitingDrawing />}
      title="还差一步验证"
      sentence={`借款 ${displayYuan(draw.amount)} 元，验证后才会${draw.isPurchase ? '付款' : '放款'}`}
      actions={
        <>
          <Button onPress={async () => goToVerification(drawNo, draw.verification)}>
            继续验证
          </Button>
          <CancelDraw draw={{ ...draw, drawNo }} />
        </>
      }
    >
      <p className="small ink-2 centre">30 分钟内未验证会自动取消，额度随即退回</p>
    </Result>
  )
}

/** Incoming money is marked; a payment to the mall is not. */
function AmountOf({ draw }: { draw: LoanResult }) {
  const value = yuan(draw.amount)
  if (draw.isPurchase) return <Num value={value} yuan size="lg" />
  return <Num value={value} yuan signed tone="incoming" size="lg" />
}

function payeeOf(draw: LoanResult): string {
  return draw.isPurchase ? '商城' : cardOf(draw)
}

function cardOf({ bankName, lastFour }: LoanResult): string {
  return `${bankName}（${lastFour}）`
}
