import { Button } from '@qingzhou/ui/inputs'
import { Chip, type ChipTone, Empty } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { useEffect, useState } from 'react'
import { productName } from '#brand.ts'
import { type MallMark, type MallOrder, client, yuanOf } from '#client.ts'
import { attempt } from '#attempt.ts'

/** The mall's orders, with buttons that change their state. */
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
        商城收到的订单，最新的在上。发货、送达和退款都会通知{productName}
        ；通知异常可在“故障”中设置。
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

/** The next states of an order. */
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

const LOOK_EVERY_MS = 2_000

/** Polls the mall's orders while they are shown, and changes their state. */
function useMallOrders() {
  const [orders, setOrders] = useState<readonly MallOrder[]>()

  useEffect(() => {
    let isShown = true
    async function look() {
      try {
        const found = await client.mallOrders()
        if (isShown) setOrders(found.orders)
      } catch {
        // The sandbox may be restarting; the next poll finds it.
        return
      }
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [])

  async function mark(orderNo: string, as: MallMark): Promise<void> {
    await attempt(async () => {
      await client.markMallOrder(orderNo, as)
      const found = await client.mallOrders()
      setOrders(found.orders)
    })
  }

  return { orders, mark }
}
