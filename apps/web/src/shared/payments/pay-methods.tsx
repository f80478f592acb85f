import type { payMethods } from '@qingzhou/contract/features/repayment/bills'
import type { BoundCard } from '@qingzhou/contract/features/cards'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { OptionList } from '@qingzhou/ui/inputs'
import { browserKind } from '#platform/browser/browser.ts'
import { product } from '#shared/pages/service/product.ts'
import './bank-mark.css'

export type PayMethod = {
  readonly id: string
  readonly payBy: (typeof payMethods)[number]
  readonly cardId?: string
  readonly label: string
  readonly note: string
  /** Why it cannot pay this amount, and what to do. */
  readonly unavailable?: string | undefined
}

type PayingCard = BoundCard & {
  /** What the bank's day limit still allows; without it, the day limit is checked when paying. */
  readonly leftToday?: Money | undefined
}

type Payable = {
  readonly cards: readonly PayingCard[]
  readonly payMethods: readonly PayMethod['payBy'][]
  readonly amount: Money
}

/** The payment methods: cards first; an app only where its browser or a plain one can open it. */
export function methodsOf({ cards, payMethods: offered, amount }: Payable): PayMethod[] {
  const byCard = cards.map((card): PayMethod => {
    const { cardId, bankName, lastFour, singleLimit } = card
    return {
      id: cardId,
      payBy: 'card',
      cardId,
      label: `${bankName}（${lastFour}）`,
      note: `单笔最多 ${displayYuan(singleLimit)} 元`,
      unavailable: overLimit(card, amount),
    }
  })
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

function overLimit({ singleLimit, leftToday }: PayingCard, amount: Money): string | undefined {
  if (amount > singleLimit) {
    return `单笔最多 ${displayYuan(singleLimit)} 元，请换一种方式或减少还款金额`
  }
  if (leftToday === undefined || amount <= leftToday) return undefined
  return `今日还可付 ${displayYuan(leftToday)} 元，请换一种方式或减少还款金额`
}

/** The chosen method, or the first that can pay. */
export function choosePayMethod(
  methods: readonly PayMethod[],
  chosen: string | undefined,
): PayMethod | undefined {
  const possible = methods.filter(({ unavailable }) => unavailable === undefined)
  return possible.find(({ id }) => id === chosen) ?? possible[0]
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
      options={methods.map(({ id, label, note, unavailable }) => ({
        value: id,
        label,
        note,
        unavailable,
      }))}
      value={value}
      onChange={onChange}
    />
  )
}

/**
 * The hue of each bank's sign, in degrees; saturation and lightness are ours, so that the white
 * letter can be read on all of them.
 */
// A table: one bank, one line.
// oxfmt-ignore
const hues: Readonly<Record<string, number>> = {
  ICBC:    355,
  ABC:     168,
  BOC:     346,
  CCB:     214,
  COMM:    222,
  PSBC:    150,
  CMB:     352,
  CITIC:   0,
  CEB:     280,
  HXBANK:  10,
  CMBC:    190,
  GDB:     5,
  SPABANK: 20,
  SPDB:    226,
  CIB:     206,
  BJBANK:  358,
  SHBANK:  228,
  NBBANK:  32,
  JSBANK:  196,
}

const ANY_HUE = 200

/** A round mark with the first character of a bank's own name, in its colour. */
export function BankMark({ bankCode, bankName }: { bankCode: string; bankName: string }) {
  return (
    <svg className="bank-mark" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill={`hsl(${hues[bankCode] ?? ANY_HUE} 62% 36%)`} />
      <text x="20" y="27" textAnchor="middle">
        {initialOf(bankName)}
      </text>
    </svg>
  )
}

/** 中国 begins the names of several banks, and tells none of them apart. */
function initialOf(bankName: string): string {
  const own = bankName.replace(/^中国(?!银行$)/u, '')
  return own.slice(0, 1)
}
