import type { MallOrderState } from '@qingzhou/contract/mall'
import { Chip, type ChipTone } from '@qingzhou/ui/chip'

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

export function OrderChip({ state }: { state: MallOrderState }) {
  const { word, tone } = states[state]
  return <Chip tone={tone}>{word}</Chip>
}

/** What the state means for the borrower, in one line. */
export function noteOf(state: MallOrderState): string {
  return states[state].note
}
