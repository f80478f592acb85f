import type { PlannedInstalment } from '@qingzhou/contract/loans'
import { Bars } from '@qingzhou/ui/bars'

/** Principal and interest of every instalment, side by side. */
export function PlanPlot({ plan }: { plan: readonly PlannedInstalment[] }) {
  return (
    <Bars
      summary={`共 ${plan.length} 期，每期的本金和利息`}
      bars={plan.map(({ principal, interest }) => ({
        parts: [
          { size: Number(principal), tone: 'strong' as const },
          { size: Number(interest), tone: 'soft' as const },
        ],
      }))}
      legend={[
        { name: '本金', tone: 'strong' },
        { name: '利息', tone: 'soft' },
      ]}
    />
  )
}
