import { Num } from '@qingzhou/ui/money'
import { QuickPicks, Slider } from '@qingzhou/ui/inputs'

export interface DaysChoiceProps {
  days: number
  daysMax: number
  /** Frequent choices; others are possible. */
  likely: readonly number[]
  onChange: (days: number) => void
  size: 'lg' | 'xl'
}

/** The number of days of a deferral. */
export function DaysChoice({ days, daysMax, likely, onChange, size }: DaysChoiceProps) {
  return (
    <>
      <Num value={String(days)} unit="天" size={size} />
      <Slider
        label="延期天数"
        value={days}
        min={1}
        max={daysMax}
        step={1}
        onChange={onChange}
        valueText={`${days} 天`}
        minLabel="1 天"
        maxLabel={`最多 ${daysMax} 天`}
      />
      <QuickPicks
        label="常选天数"
        picks={likely.map((pick) => ({ value: String(pick), label: `${pick} 天` }))}
        value={String(days)}
        onPick={(pick) => onChange(Number(pick))}
      />
    </>
  )
}
