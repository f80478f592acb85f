import { displayYuan } from '@qingzhou/domain/money/money'
import { browserKind } from '#platform/browser.ts'
import type { RepaymentQuote } from './queries.ts'

export type PayMethod = {
  readonly id: string
  readonly payBy: 'card' | 'wallet' | 'messenger'
  readonly cardId?: string
  readonly label: string
  readonly note: string
}

/** The ways to pay: cards first; an app only where its own browser, or any plain one, can open it. */
export function methodsOf({ cards, payMethods, amount }: RepaymentQuote): PayMethod[] {
  const byCard = cards
    .filter(({ singleLimit }) => amount <= singleLimit)
    .map(({ cardId, bankName, lastFour, singleLimit }): PayMethod => ({
      id: cardId,
      payBy: 'card',
      cardId,
      label: `${bankName}（${lastFour}）`,
      note: `单笔最多 ${displayYuan(singleLimit)} 元`,
    }))
  const here = browserKind()
  const apps = ([wallet, messenger] as const).filter(
    ({ payBy }) => payMethods.includes(payBy) && (here === 'plain' || here === payBy),
  )
  return [...byCard, ...apps]
}

const wallet: PayMethod = {
  id: 'wallet',
  payBy: 'wallet',
  label: '支付应用',
  note: '跳转到支付应用付款',
}

const messenger: PayMethod = {
  id: 'messenger',
  payBy: 'messenger',
  label: '消息应用支付',
  note: '跳转到消息应用付款',
}
