import type { ComparedInstalment } from '@qingzhou/contract/rate-cuts'
import { displayYuan, subtract, sum } from '@qingzhou/domain/money/money'
import { Bars } from '@qingzhou/ui/bars'

/** The interest of every instalment: what is left of it, and above that what the cut took away. */
export function InterestPlot({ instalments }: { instalments: readonly ComparedInstalment[] }) {
  const total = (side: 'before' | 'after') =>
    displayYuan(sum(instalments.map((instalment) => instalment[side].interest)))

  return (
    <Bars
      summary={`共 ${instalments.length} 期，利息从 ${total('before')} 元降到 ${total('after')} 元`}
      bars={instalments.map(({ before, after }) => ({
        parts: [
          { size: Number(after.interest), tone: 'strong' as const },
          {
            size: Math.max(0, Number(subtract(before.interest, after.interest))),
            tone: 'quiet' as const,
          },
        ],
      }))}
      legend={[
        { name: '降息后的利息', tone: 'strong' },
        { name: '少付的利息', tone: 'quiet' },
      ]}
    />
  )
}
