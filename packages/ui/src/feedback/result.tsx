import type { ReactNode } from 'react'

export interface ResultProps {
  drawing: ReactNode
  title: string
  /** One sentence: what happened and what it means. */
  sentence?: ReactNode
  /** The progress in words: 已等待 12 秒，通常 1 分钟内完成. */
  alive?: string | undefined
  /** The next events: pairs, a timeline, a banner. */
  children?: ReactNode
  actions?: ReactNode
}

/** A final result, or a pending one that may be left. */
export function Result({ drawing, title, sentence, alive, children, actions }: ResultProps) {
  return (
    <section className="result">
      {drawing}
      <div className="result-words" role="status">
        <h2 className="heading">{title}</h2>
        {sentence && <div className="ink-2">{sentence}</div>}
      </div>
      {alive && <Progress>{alive}</Progress>}
      {children && <div className="result-more">{children}</div>}
      {actions && <div className="result-more">{actions}</div>}
    </section>
  )
}

function Progress({ children }: { children: string }) {
  return (
    <p className="alive">
      <span className="alive-bars" aria-hidden="true">
        <i className="alive-bar" />
        <i className="alive-bar" />
        <i className="alive-bar" />
      </span>
      <span className="small ink-2 tabular">{children}</span>
    </p>
  )
}
