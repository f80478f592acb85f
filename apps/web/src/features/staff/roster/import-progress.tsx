import './import-progress.css'

export interface ImportProgressProps {
  words: string
  /** From 0 to 1; undefined if unknown. */
  share: number | undefined
}

/** The progress, as text and bar. */
export function ImportProgress({ words, share }: ImportProgressProps) {
  const percent = share === undefined ? undefined : Math.floor(share * 100)
  return (
    <div className="stack stack-2">
      <p className="row row-between small ink-2" role="status">
        <span>{words}</span>
        {percent !== undefined && <span className="tabular">{percent}%</span>}
      </p>
      <progress className="import-bar" aria-label={words} value={percent} max={100} />
    </div>
  )
}
