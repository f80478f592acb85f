import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { QuickPicks } from '@qingzhou/ui/quick-picks'
import { Slider } from '@qingzhou/ui/slider'
import type { PlanBills } from './queries.ts'
import type { PlanTerms } from './use-plan-terms.ts'

const LIKELY = [6, 12, 24, 36, 48, 60]

export interface MonthsCardProps {
  terms: Pick<PlanTerms, 'months' | 'chooseMonths'>
  bills: Pick<PlanBills, 'monthsMin' | 'monthsMax' | 'monthsWithoutDocument'>
}

/** The number of instalments: slid or picked, it is one number. */
export function MonthsCard({ terms: { months, chooseMonths }, bills }: MonthsCardProps) {
  const { monthsMin, monthsMax, monthsWithoutDocument } = bills
  const likely = LIKELY.filter((pick) => pick >= monthsMin && pick <= monthsMax)
  return (
    <Card title="分多少期还" note={`超过 ${monthsWithoutDocument} 期需要困难证明`}>
      <Num value={String(months)} unit="期" size="xl" />
      <Slider
        label="分期数"
        value={months}
        min={monthsMin}
        max={monthsMax}
        step={1}
        onChange={chooseMonths}
        valueText={`${months} 期`}
        minLabel={`${monthsMin} 期`}
        maxLabel={`${monthsMax} 期`}
      />
      <QuickPicks
        label="常选期数"
        picks={likely.map((pick) => ({ value: String(pick), label: `${pick} 期` }))}
        value={String(months)}
        onPick={(pick) => chooseMonths(Number(pick))}
      />
    </Card>
  )
}
