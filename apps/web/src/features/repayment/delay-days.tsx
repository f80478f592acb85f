import { Card } from '@qingzhou/ui/card'
import { DaysChoice } from './days-choice.tsx'
import type { Delayable } from './delay-queries.ts'

const LIKELY = [7, 15, 30]

export interface DelayDaysProps {
  days: number
  chosen: Delayable
  onChange: (days: number) => void
}

/** By how many days: likely answers, or any number up to the most there may be. */
export function DelayDays({ days, chosen: { daysMax, delaysLeft }, onChange }: DelayDaysProps) {
  const likely = [...new Set([...LIKELY.filter((pick) => pick < daysMax), daysMax])]
  return (
    <Card title="往后推几天" note={`这笔借款近一年还可以延期 ${delaysLeft} 次`}>
      <DaysChoice days={days} daysMax={daysMax} likely={likely} onChange={onChange} size="xl" />
    </Card>
  )
}
