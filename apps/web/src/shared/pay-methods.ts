import type { payMethods } from '@qingzhou/contract/bills'
import type { BoundCard } from '@qingzhou/contract/cards'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { browserKind } from '#platform/browser.ts'
import { product } from './product.ts'

export type PayMethod = {
  readonly id: string
  readonly payBy: (typeof payMethods)[number]
  readonly cardId?: string
  readonly label: string
  readonly note: string
}

type Payable = {
  readonly cards: readonly BoundCard[]
  readonly payMethods: readonly PayMethod['payBy'][]
  readonly amount: Money
}

/** The ways to pay: cards first; an app only where its own browser, or any plain one, can open it. */
export function methodsOf({ cards, payMethods: offered, amount }: Payable): PayMethod[] {
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
  const byApp = apps
    .filter(({ payBy }) => offered.includes(payBy) && (here === 'plain' || here === payBy))
    .map(({ payBy, label, app }): PayMethod => ({
      id: payBy,
      payBy,
      label,
      note: here === payBy ? `直接在${app}里付款` : `跳转到${app}付款`,
    }))
  return [...byCard, ...byApp]
}

const apps = [
  { payBy: 'wallet', label: '支付应用', app: product.wallet },
  { payBy: 'messenger', label: '消息应用支付', app: product.messenger },
] as const
