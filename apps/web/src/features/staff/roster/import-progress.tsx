import './import-progress.css'

export interface ImportProgressProps {
  words: string
  /** From 0 to 1; without it nobody knows yet. */
  share: number | undefined
}

/** How far it has come, in words and as a bar. */
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
