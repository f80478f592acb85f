import type { CSSProperties } from 'react'

export interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
  /** The announced value: 5,000.00 元. */
  valueText: string
  /** The labels of both ends. */
  minLabel?: string
  maxLabel?: string
}

/** A native range input, styled as a waterline. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  valueText,
  minLabel,
  maxLabel,
}: SliderProps) {
  const share = max > min ? (Math.min(Math.max(value, min), max) - min) / (max - min) : 0
  const at: CSSProperties & Record<'--at', number> = { '--at': share }

  return (
    <div>
      <input
        type="range"
        className="slider"
        style={at}
        aria-label={label}
        aria-valuetext={valueText}
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      {(minLabel ?? maxLabel) && (
        <p className="row row-between caption ink-3 tabular" aria-hidden="true">
          <span>{minLabel}</span>
          <span>{maxLabel}</span>
        </p>
      )}
    </div>
  )
}
