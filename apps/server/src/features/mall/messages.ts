import { returnableUntil } from '@qingzhou/domain/mall/purchase'
import { displayYuan, ZERO, type Money } from '@qingzhou/domain/money/money'
import { lender } from '#platform/config/brand.ts'
import type { MallOrder } from './mall-order-store.ts'

export function deliveredMessage({ name, purchase }: MallOrder): string {
  const until = returnableUntil(purchase)
  const last = until === undefined ? '' : `如需退货，最晚 ${until} 申请。`
  return `您购买的${name}已送达。${last}`
}

export function notTakenBackMessage({ name }: MallOrder, reason: string | undefined): string {
  const why = reason === undefined ? '' : `（${reason}）`
  return `商城没有接受${name}的退货${why}，订单和分期保持不变。如有疑问请致电 ${lender.servicePhone}。`
}

export function returnedMessage(
  { name, price }: MallOrder,
  { refunded, reason }: { readonly refunded: Money; readonly reason: string | undefined },
): string {
  const why = reason === undefined ? '' : `（${reason}）`
  const back = refunded > ZERO ? `您已还的 ${displayYuan(refunded)} 元将退回还款卡。` : ''
  return `您购买的${name}已退款${why}，对应借款 ${displayYuan(price)} 元已撤销，额度已恢复，无需再还。${back}`
}
