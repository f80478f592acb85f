import { useQuery } from '@tanstack/react-query'
import type { CancellableLimit } from '@qingzhou/contract/features/limit-cancellation'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Chip, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { drawParam, orderParam } from '@qingzhou/contract/wire/params'
import { type Route, routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, back, go } from '#platform/navigation/navigation.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { limitsQuery, limitStates } from './queries.ts'

/** All limits: which can be cancelled, and the obstacles of the others. */
export default function CancellableLimitsScreen() {
  const limits = useQuery(limitsQuery)
  const canCancel = limits.data?.limits.some((limit) => limit.canCancel) ?? false

  return (
    <Screen
      title={routes['limit-cancellation'].cancellableLimits.title}
      onBack={back}
      trailing={<HelpButton />}
      footer={
        canCancel && (
          <Button kind="quiet" onPress={async () => go(routes['limit-cancellation'].cancelReason)}>
            继续注销
          </Button>
        )
      }
    >
      <QueryState query={limits} skeleton={<SkeletonCards count={1} />} errorTitle="额度查询失败">
        {({ limits: all }) =>
          all.length === 0 ? (
            <NoLimit />
          ) : (
            all.map((limit) => <LimitToCancel key={limit.productNo} limit={limit} />)
          )
        }
      </QueryState>
    </Screen>
  )
}

function NoLimit() {
  return (
    <Empty
      title="您没有可注销的额度"
      action={
        <ButtonLink href={`#${addressOf(routes.credit.limit)}`} kind="quiet" fit>
          返回首页
        </ButtonLink>
      }
    >
      您还没有开通额度。如果用其他手机号申请过，请换那个手机号登录
    </Empty>
  )
}

/** A limit and its obstacles, each with a link. */
function LimitToCancel({ limit }: { limit: CancellableLimit }) {
  const { productName, state, total, used, validUntil, canCancel, obstacles } = limit
  const { tone, words } = limitStates[state]
  return (
    <>
      <Card title={productName} trailing={<Chip tone={tone}>{words}</Chip>}>
        <Num value={yuan(total)} yuan size="lg" />
        <Pairs
          pairs={[
            { label: '已用额度', value: `${displayYuan(used)} 元` },
            { label: '有效期至', value: validUntil },
          ]}
        />
        {canCancel && (
          <p className="small ink-2">
            没有未结清的款项，可以注销。接下来选择原因、阅读须知、短信验证，最终确认前不会生效。
          </p>
        )}
      </Card>
      {obstacles.length > 0 && (
        <Card flush title={state === 'cancelled' ? '额度已注销' : '暂不能注销，请先处理'}>
          <List label="注销前需要处理的事项">
            {obstacles.map((obstacle) => {
              const { label, href } = resolutionOf(obstacle)
              return <ListRow key={obstacle.kind} label={label} note={obstacle.says} href={href} />
            })}
          </List>
        </Card>
      )}
    </>
  )
}

type Obstacle = CancellableLimit['obstacles'][number]

/** The label of an obstacle and the page that resolves it. */
function resolutionOf({ kind, businessNo }: Obstacle): { label: string; href: string } {
  const { credit, loans, mall, repayment } = routes
  switch (kind) {
    case 'debt':
      return { label: '去结清借款', href: link(repayment.repayHome) }
    case 'draw':
      return { label: '查看借款结果', href: link(loans.loanResult, { [drawParam]: businessNo }) }
    case 'order':
      return {
        label: '查看还款结果',
        href: link(repayment.paymentResult, { [orderParam]: businessNo }),
      }
    case 'refund':
      return { label: '查看退款进度', href: link(repayment.refund, { refundNo: businessNo }) }
    case 'purchase':
      return { label: '查看商城订单', href: link(mall.mallOrders) }
    case 'application':
      return { label: '查看审核进度', href: link(credit.underReview) }
    default:
      return { label: '重新申请额度', href: link(credit.limit) }
  }
}

function link(route: Route, query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#${addressWithQuery(route.path, query)}`
}
