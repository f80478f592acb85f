import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MallOrder, MallOrderState } from '@qingzhou/contract/features/mall'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Chip, type ChipTone, Empty } from '@qingzhou/ui/feedback'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { Num } from '@qingzhou/ui/money'
import { drawParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, backOr } from '#platform/navigation/navigation.ts'
import { formatDay, formatTime } from '#shared/pages/figures.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { MallPicture } from './mall-picture.tsx'
import { mall, ordersQuery } from './queries.ts'

/** The orders, newest first, with their instalments. */
export default function MallOrdersScreen() {
  const orders = useInfiniteQuery(ordersQuery)
  return (
    <Screen title={routes.mall.mallOrders.title} onBack={() => backOr(routes.mall.mall)}>
      <Paged query={orders} itemsOf={(page) => page.orders} empty={<NoOrders />}>
        {(all) => all.map((order) => <OrderCard key={order.orderNo} order={order} />)}
      </Paged>
    </Screen>
  )
}

function NoOrders() {
  return (
    <Empty
      title="还没有订单"
      action={
        <ButtonLink href={`#${addressOf(routes.mall.mall)}`} kind="quiet" fit>
          去商城看看
        </ButtonLink>
      }
    >
      分期购买的商品会列在这里
    </Empty>
  )
}

/** One order: goods, delivery, next payment and actions. */
function OrderCard({ order }: { order: MallOrder }) {
  const { drawNo } = order
  return (
    <Card
      title={<span className="small ink-2 tabular">{formatTime(order.orderedAt)}</span>}
      trailing={<OrderChip order={order} />}
    >
      <div className="row row-top">
        <MallPicture picture={order.picture} />
        <div className="stack stack-1 grow">
          <p className="strong">{order.name}</p>
          <Num value={yuan(order.price)} yuan size="md" />
          <p className="caption ink-3 tabular">
            分 {order.months} 期，首期 {displayYuan(order.firstAmount)} 元
          </p>
        </div>
      </div>
      <p className="small ink-2">{descriptionOf(order)}</p>
      {order.delivery && (
        <p className="caption ink-3">
          {`收货：${order.delivery.recipient} ${order.delivery.mobile}，${order.delivery.address}`}
        </p>
      )}
      <Instalments order={order} />
      {order.state === 'verifying' && (
        <ButtonLink
          href={`#${addressWithQuery(routes.loans.loanResult.path, { [drawParam]: drawNo })}`}
        >
          继续验证
        </ButtonLink>
      )}
      {order.isReturnable && <ReturnGoods order={order} />}
    </Card>
  )
}

function descriptionOf({ state, reason, returnableUntil, isReturnable }: MallOrder): string {
  const note =
    state === 'delivered' && returnableUntil !== undefined
      ? `${isReturnable ? '可以申请退货，截至' : '退货期限已过，截至'} ${formatDay(returnableUntil)}`
      : noteOf(state)
  return [reason, note].filter(Boolean).join('。')
}

/** The next instalment of a running loan and a link to its plan. */
function Instalments({ order: { loanNo, next, state } }: { order: MallOrder }) {
  if (loanNo === undefined || state === 'returned') return null
  const href = `#${addressWithQuery(routes.repayment.loanPlan.path, { loanNo })}`
  return (
    <List label="分期">
      {next ? (
        <ListRow
          label={`第 ${next.n} 期`}
          note={`${formatDay(next.dueDate)}应还`}
          value={<Num value={yuan(next.amount)} yuan />}
          href={href}
        />
      ) : (
        <ListRow label="分期已还清" value="查看还款计划" href={href} />
      )}
    </List>
  )
}

const states: Readonly<Record<MallOrderState, { word: string; tone: ChipTone; note: string }>> = {
  verifying: { word: '待验证', tone: 'soon', note: '验证后才会付款，30 分钟内未验证自动取消' },
  paying: { word: '付款中', tone: 'plain', note: '正在付款给商城，通常 1 分钟内完成' },
  ordered: { word: '待发货', tone: 'fine', note: '商城正在备货' },
  sent: { word: '运输中', tone: 'fine', note: '商品已发出，签收后可以申请退货' },
  delivered: { word: '已送达', tone: 'fine', note: '' },
  failed: { word: '未成功', tone: 'plain', note: '没有产生借款，额度已退回' },
  returning: { word: '退货中', tone: 'soon', note: '商城退款后，借款自动撤销' },
  returned: { word: '已退款', tone: 'plain', note: '借款已撤销，无需再还' },
}

function OrderChip({ order: { state, isDelivered } }: { order: MallOrder }) {
  const { word, tone } = states[state]
  const isCancelling = state === 'returning' && !isDelivered
  return <Chip tone={tone}>{isCancelling ? '取消中' : word}</Chip>
}

/** The meaning of the state, in one line. */
function noteOf(state: MallOrderState): string {
  return states[state].note
}

/** Returns goods after a confirmation of the consequences. */
function ReturnGoods({ order }: { order: MallOrder }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isSent = order.state !== 'ordered'
  const words = isSent ? '申请退货' : '取消订单'

  async function giveBack() {
    try {
      await mall.orders({ act: 'giveBack', orderNo: order.orderNo })
      toast(isSent ? '已向商城申请退货' : '已向商城申请取消')
    } catch (error) {
      ignoreRefusal(error)
    }
    await client.invalidateQueries({ queryKey: ['mall', 'orders'] })
  }

  return (
    <>
      <Button kind="quiet" opensDialog onPress={() => setOpen(true)}>
        {words}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`${words}？`}
        confirmLabel={`${words} ${displayYuan(order.price)} 元`}
        cancelLabel={isSent ? '暂不退货' : '暂不取消'}
        onConfirm={giveBack}
        refuses
      >
        <div className="stack stack-3">
          <p>
            {isSent
              ? '请将商品寄回商城。商城收到并退回价款后，借款随即撤销。'
              : '商品还没有发出。商城退回价款后，借款随即撤销。'}
          </p>
          <Pairs
            pairs={[
              { label: '商品', value: order.name },
              { label: '撤销借款', value: `${displayYuan(order.price)} 元` },
              { label: '利息和费用', value: '不收取' },
              { label: '已还的款项', value: '退回还款卡' },
            ]}
          />
          <p className="caption ink-3">退款完成前，到期的分期仍会扣款；已扣款项会一并退回</p>
        </div>
      </Confirm>
    </>
  )
}
