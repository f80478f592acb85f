import type { ComparedInstalment } from '@qingzhou/contract/rate-cuts'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Table } from '@qingzhou/ui/table'

/** The plans before and after, side by side, instalment by instalment. */
export function ComparedPlans({ instalments }: { instalments: readonly ComparedInstalment[] }) {
  return (
    <Card title="还款计划对比" note="每期应还和其中的利息，单位：元">
      <Table
        caption="降息前后的还款计划"
        columns={[
          { label: '期数' },
          { label: '降息前', align: 'end' },
          { label: '降息后', align: 'end' },
        ]}
        rows={instalments.map(({ n, dueDate, before, after }) => ({
          key: String(n),
          cells: [
            <TwoLines key="when" upper={`第 ${n} 期`} lower={dueDate} />,
            <TwoLines
              key="before"
              upper={displayYuan(before.amount)}
              lower={`利息 ${displayYuan(before.interest)}`}
            />,
            <TwoLines
              key="after"
              upper={displayYuan(after.amount)}
              lower={`利息 ${displayYuan(after.interest)}`}
            />,
          ],
        }))}
      />
    </Card>
  )
}

/** A small line under the other keeps the columns few enough for a narrow phone. */
function TwoLines({ upper, lower }: { upper: string; lower: string }) {
  return (
    <span className="stack tabular">
      <span>{upper}</span>
      <span className="caption ink-3">{lower}</span>
    </span>
  )
}
