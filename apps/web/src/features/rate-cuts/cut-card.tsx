import type { RateCut } from '@qingzhou/contract/rate-cuts'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import { dayInWords, percentOf } from '#shared/figures.ts'

/** What was cut, from when on, and what it saves. */
export function CutCard({ cut }: { cut: RateCut }) {
  const { purposeName, amount, drawnOn, oldRate, newRate, from, saved, instalmentsLeft } = cut
  return (
    <Card title="少付利息">
      <Num value={yuan(saved)} yuan size="xl" tone="incoming" />
      <Pairs
        pairs={[
          {
            label: '年化利率（单利）',
            value: `${percentOf(oldRate)} 降到 ${percentOf(newRate)}`,
          },
          { label: '生效日', value: `${from} 起` },
          { label: '按新利率的分期', value: `${instalmentsLeft} 期，还清日不变` },
          {
            label: '借款',
            value: `${purposeName} · ${displayYuan(amount)} 元 · ${dayInWords(drawnOn)}借`,
          },
        ]}
      />
    </Card>
  )
}
