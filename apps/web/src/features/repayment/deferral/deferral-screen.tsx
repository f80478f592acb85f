import { useQuery } from '@tanstack/react-query'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Empty, Result, SkeletonCards } from '@qingzhou/ui/feedback'
import { GrantedDrawing, SettledDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { DeferralForm } from './deferral-form.tsx'
import {
  canBeDeferred,
  type DeferAnswer,
  type DeferralOffers,
  deferralOffersQuery,
  useDeferral,
} from './deferral-queries.ts'
import { links } from '#features/repayment/links.ts'

/** Defers one instalment: which, by how many days, at what cost. */
export default function DeferralScreen() {
  const offers = useQuery(deferralOffersQuery)
  const deferral = useDeferral()
  const { deferred } = deferral

  if (deferred) return <DeferralDone deferred={deferred} />
  if (offers.data?.loans.some(canBeDeferred)) {
    return <DeferralForm offers={offers.data} deferral={deferral} />
  }
  return (
    <Screen title={routes.repayment.deferral.title} onBack={back}>
      <QueryState query={offers} skeleton={<SkeletonCards count={3} />}>
        {({ loans }) => <NoDeferral loans={loans} />}
      </QueryState>
    </Screen>
  )
}

/** The completed deferral: the new date and amount. */
function DeferralDone({ deferred }: { deferred: DeferAnswer }) {
  const { newDueDate, newAmount, cost, loan } = deferred
  return (
    <Screen
      title={routes.repayment.deferral.title}
      onBack={async () => go(routes.repayment.channelAllBills, { replace: true })}
    >
      <Result
        drawing={<GrantedDrawing />}
        title="延期成功"
        sentence={`还款日改为 ${formatDay(newDueDate)}，已短信通知您`}
        actions={
          <>
            <ButtonLink href={links.channelAllBills}>查看账单</ButtonLink>
            <ButtonPair>
              <ButtonLink kind="quiet" href={links.plan(loan.loanNo)}>
                查看还款计划
              </ButtonLink>
              <ButtonLink kind="quiet" href={links.agreements(loan.loanNo)}>
                查看延期协议
              </ButtonLink>
            </ButtonPair>
          </>
        }
      >
        <Card>
          <Pairs
            pairs={[
              { label: '新的还款日', value: newDueDate },
              { label: '到期应还', value: `${displayYuan(newAmount)} 元` },
              { label: '其中本次延期利息', value: `${displayYuan(cost)} 元` },
              { label: '剩余待还本金', value: `${displayYuan(loan.principalLeft)} 元` },
            ]}
          />
        </Card>
      </Result>
    </Screen>
  )
}

/** Why nothing can be deferred, by loan, and the alternatives. */
function NoDeferral({ loans }: { loans: DeferralOffers['loans'] }) {
  if (loans.length === 0) {
    return (
      <Empty title="没有可以延期的账单" drawing={<SettledDrawing />}>
        您没有待还的借款
      </Empty>
    )
  }
  return (
    <div className="stack stack-3">
      <Empty title="现在不能延期" drawing={<WaitingDrawing />}>
        原因如下，符合条件后可再次申请
      </Empty>
      <Card flush title="不能延期的原因">
        <List label="不能延期的原因">
          {loans.map(({ loan, instalment, refusal }) => (
            <ListRow
              key={loan.loanNo}
              label={instalment ? `${loan.purposeName} · 第 ${instalment.n} 期` : loan.purposeName}
              note={refusal ?? '这一期没有可延期的天数'}
            />
          ))}
        </List>
      </Card>
      <ButtonLink href={links.payInstalments()}>去还款</ButtonLink>
      <ButtonLink kind="quiet" href={links.forbearance}>
        受灾、疾病等困难，申请延期
      </ButtonLink>
      <ServiceContact>还款有困难？可与我们协商</ServiceContact>
    </div>
  )
}
