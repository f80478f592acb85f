import type { ReactNode } from 'react'

export interface TimelineItem {
  title: ReactNode
  note?: ReactNode
  time?: string | undefined
  state?: 'done' | 'now' | 'todo'
}

const spoken = { done: '已完成', now: '进行中', todo: '待进行' } as const

/** Past and future events in order. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label?: string }) {
  return (
    <ol className="timeline" aria-label={label}>
      {items.map(({ title, note, time, state = 'done' }, index) => (
        <li key={index} className={`timeline-item is-${state}`}>
          <div className="row row-between row-baseline">
            <span className="timeline-title">
              {title}
              <span className="visually-hidden">（{spoken[state]}）</span>
            </span>
            {time && <span className="caption ink-3 tabular">{time}</span>}
          </div>
          {note && <div className="small ink-2">{note}</div>}
        </li>
      ))}
    </ol>
  )
}
