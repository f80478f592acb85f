import { DaysChoice } from './days-choice.tsx'

const LIKELY = [30, 60, 90]

export interface ReliefDaysProps {
  value: string
  onChange: (days: string) => void
  daysMax: number
}

/** By how many days everything moves. */
export function ReliefDays({ value, onChange, daysMax }: ReliefDaysProps) {
  return (
    <div className="stack stack-2">
      <p className="small ink-2">往后推</p>
      <DaysChoice
        days={Math.min(Number(value) || 1, daysMax)}
        daysMax={daysMax}
        likely={LIKELY.filter((pick) => pick <= daysMax)}
        onChange={(days) => onChange(String(days))}
        size="lg"
      />
    </div>
  )
}
