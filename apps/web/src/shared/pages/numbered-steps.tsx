import './numbered-steps.css'

export interface NumberedStep {
  title: string
  note?: string
}

/** Numbered instructions. */
export function NumberedSteps({ label, steps }: { label: string; steps: readonly NumberedStep[] }) {
  return (
    <ol className="numbered-steps" aria-label={label}>
      {steps.map(({ title, note }) => (
        <li key={title}>
          <p className="strong">{title}</p>
          {note && <p className="small ink-2">{note}</p>}
        </li>
      ))}
    </ol>
  )
}
