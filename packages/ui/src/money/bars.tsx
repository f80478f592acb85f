import type { CSSProperties } from 'react'

export type BarTone = 'strong' | 'soft' | 'quiet' | 'overdue'

export interface Bar {
  /** Below the bar: 11月. Omit it where there are many. */
  label?: string
  /** Above the bar. */
  figure?: string
  /** From the bottom up; order and tones match the legend. */
  parts: readonly { size: number; tone: BarTone }[]
}

export interface BarsProps {
  /** The chart in one sentence, for screen readers. */
  summary: string
  bars: readonly Bar[]
  legend: readonly { name: string; tone: BarTone }[]
  /** Shown where labelled bars have to be scrolled to. */
  more?: string
}

/** The number of bars with wide gaps, and with narrow gaps. */
const APART_MAX = 12
const CLOSE_MAX = 24

/** Stacked bars. Tones differ in lightness; overdue is hatched as well as red. */
export function Bars({ summary, bars, legend, more }: BarsProps) {
  const tallest = Math.max(
    1,
    ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part.size, 0)),
  )
  const isLabelled = bars.some((bar) => bar.label ?? bar.figure)

  return (
    <figure className="plot">
      <div
        className={classOf({ isLabelled, count: bars.length })}
        role="img"
        aria-label={summary}
        tabIndex={isLabelled ? 0 : undefined}
      >
        {bars.map((bar, index) => (
          <div key={index} className="bar">
            {bar.label && <span className="bar-label">{bar.label}</span>}
            {bar.parts.map((part) => (
              <i
                key={part.tone}
                className={`bar-part tone-${part.tone}`}
                style={height(part.size / tallest)}
              />
            ))}
            {bar.figure && <span className="bar-figure">{bar.figure}</span>}
          </div>
        ))}
      </div>
      <figcaption className="plot-legend" aria-hidden="true">
        {legend.map(({ name, tone }) => (
          <span key={tone} className="plot-key">
            <i className={`tone-${tone}`} />
            {name}
          </span>
        ))}
        {more && <span className="plot-more">{more}</span>}
      </figcaption>
    </figure>
  )
}

function classOf({ isLabelled, count }: { isLabelled: boolean; count: number }): string {
  if (isLabelled) return 'bars bars-labelled'
  if (count <= APART_MAX) return 'bars'
  return count <= CLOSE_MAX ? 'bars bars-close' : 'bars bars-dense'
}

function height(share: number): CSSProperties & Record<'--share', number> {
  return { '--share': share }
}
