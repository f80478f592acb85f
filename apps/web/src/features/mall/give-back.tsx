import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MallOrder } from '@qingzhou/contract/mall'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/button'
import { Confirm } from '@qingzhou/ui/confirm'
import { Pairs } from '@qingzhou/ui/pairs'
import { toast } from '@qingzhou/ui/toast'
import { unlessTold } from '#shared/told.ts'
import { mall } from './queries.ts'

/** Gives something back, once exactly what follows from it was read. */
export function GiveBack({ order }: { order: MallOrder }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isSent = order.state !== 'ordered'
  const words = isSent ? '申请退货' : '取消订单'

  async function giveBack() {
    try {
      await mall.orders({ act: 'giveBack', orderNo: order.orderNo })
      toast(isSent ? '已向商城申请退货' : '已向商城申请取消')
    } catch (error) {
      unlessTold(error)
    }
    await client.invalidateQueries({ queryKey: ['mall', 'orders'] })
  }

  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {words}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`${words}？`}
        confirmLabel={`${words} ${displayYuan(order.price)} 元`}
        cancelLabel="先不退"
        onConfirm={giveBack}
        refuses
      >
        <div className="stack stack-3">
          <p>
            {isSent
              ? '请把商品寄回商城。商城收到并退回价款后，借款随即撤销。'
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
          <p className="caption ink-3">退款完成前，到期的分期仍会扣款；扣了的会一并退回</p>
        </div>
      </Confirm>
    </>
  )
}
