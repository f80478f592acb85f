import type { ReactNode } from 'react'

export interface SumLine {
  label: ReactNode
  value: ReactNode
  /** The line the sheet is about. */
  picked?: boolean
}

export interface SumProps {
  lines: readonly SumLine[]
  total?: SumLine
}

/** Lines and their sum. */
export function Sum({ lines, total }: SumProps) {
  return (
    <dl className="sum">
      {lines.map((line, index) => (
        <div key={index} className={line.picked ? 'sum-line is-picked' : 'sum-line'}>
          <dt>{line.label}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
      {total && (
        <div className="sum-line sum-total">
          <dt>{total.label}</dt>
          <dd>{total.value}</dd>
        </div>
      )}
    </dl>
  )
}
