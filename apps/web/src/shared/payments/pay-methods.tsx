import type { payMethods } from '@qingzhou/contract/features/bills'
import type { BoundCard } from '@qingzhou/contract/features/cards'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { OptionList } from '@qingzhou/ui/inputs'
import { browserKind } from '#platform/browser/browser.ts'
import { product } from '#shared/pages/product.ts'

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

/** The payment methods: cards first; an app only where its browser or a plain one can open it. */
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

interface PayMethodListProps {
  methods: readonly PayMethod[]
  value: string | undefined
  onChange: (id: string) => void
}

export function PayMethodList({ methods, value, onChange }: PayMethodListProps) {
  if (methods.length === 0) return <p className="small ink-2">还没有可用的付款方式</p>
  return (
    <OptionList
      legend="付款方式"
      hideLegend
      options={methods.map(({ id, label, note }) => ({ value: id, label, note }))}
      value={value}
      onChange={onChange}
    />
  )
}
