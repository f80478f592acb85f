import { Button } from '@qingzhou/ui/inputs'
import { Chip, type ChipTone, Empty } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import type { MallMark, MallOrder } from '#client.ts'
import { yuanOf } from '#yuan-of.ts'
import { useMallOrders } from './use-mall-orders.ts'

/** Behind the mall's counter: what was ordered, and what somebody there does with it. */
export function MallPanel() {
  const { orders, mark } = useMallOrders()
  if (!orders) return <p className="small ink-3">正在读取订单…</p>
  if (orders.length === 0) {
    return (
      <Empty title="商城还没有收到订单">
        在手机里打开商城，分期购买一件商品；付款后订单会出现在这里。
      </Empty>
    )
  }
  return (
    <div className="stack stack-4">
      <p className="small ink-2">
        商城收到的订单，最新的在上。发货、送达和退款都会通知轻舟；通知的毛病在“故障”里设。
      </p>
      <ol>
        {orders.map((order) => (
          <OrderLine key={order.orderNo} order={order} onMark={mark} />
        ))}
      </ol>
    </div>
  )
}

const states: Readonly<Record<MallOrder['state'], { word: string; tone: ChipTone }>> = {
  ordered: { word: '待发货', tone: 'soon' },
  sent: { word: '运输中', tone: 'fine' },
  delivered: { word: '已送达', tone: 'fine' },
  returning: { word: '退货中', tone: 'soon' },
  returned: { word: '已退款', tone: 'plain' },
}

/** What can be done with an order, where it is. */
const marks: Readonly<Record<MallOrder['state'], readonly { as: MallMark; label: string }[]>> = {
  ordered: [
    { as: 'sent', label: '发货' },
    { as: 'delivered', label: '送达' },
    { as: 'returned', label: '取消并退款' },
  ],
  sent: [
    { as: 'delivered', label: '送达' },
    { as: 'returned', label: '召回并退款' },
  ],
  delivered: [{ as: 'returned', label: '召回并退款' }],
  returning: [{ as: 'returned', label: '收到退货并退款' }],
  returned: [],
}

type OrderLineProps = {
  readonly order: MallOrder
  readonly onMark: (orderNo: string, as: MallMark) => Promise<void>
}

function OrderLine({ order, onMark }: OrderLineProps) {
  const { orderNo, name, priceFen, state, reason } = order
  return (
    <li className="mall-line stack stack-2">
      <div className="row row-between">
        <span className="small strong">{name}</span>
        <Chip tone={states[state].tone}>{states[state].word}</Chip>
      </div>
      <p className="caption ink-2">
        <Num value={yuanOf(priceFen)} yuan /> · {orderNo}
        {reason !== undefined && ` · ${reason}`}
      </p>
      <div className="row">
        {marks[state].map(({ as, label }) => (
          <Button key={as} kind="quiet" fit onPress={() => onMark(orderNo, as)}>
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
