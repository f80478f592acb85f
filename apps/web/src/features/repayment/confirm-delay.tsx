import type { DelayQuote } from '@qingzhou/contract/delays'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Confirm } from '@qingzhou/ui/confirm'
import { Pairs } from '@qingzhou/ui/pairs'
import { dayInWords } from '#shared/figures.ts'

export interface ConfirmDelayProps {
  quote: DelayQuote
  /** What the loan is called. */
  name: string
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** Exactly what will happen, once more. */
export function ConfirmDelay({ quote, name, ...sheet }: ConfirmDelayProps) {
  const { n, days, dueDate, newDueDate, newAmount, cost } = quote
  return (
    <Confirm {...sheet} title="确认延期" confirmLabel={`确认延期到 ${dayInWords(newDueDate)}`}>
      <div className="stack stack-3">
        <Pairs
          pairs={[
            { label: '借款', value: `${name} · 第 ${n} 期` },
            { label: '还款日', value: `${dueDate} 改为 ${newDueDate}` },
            { label: `${days} 天的利息`, value: `${displayYuan(cost)} 元` },
            { label: '到期应还', value: `${displayYuan(newAmount)} 元` },
          ]}
        />
        <p className="small ink-2">到期从还款卡自动扣款。确认后不能撤回，但随时可以提前还。</p>
      </div>
    </Confirm>
  )
}
