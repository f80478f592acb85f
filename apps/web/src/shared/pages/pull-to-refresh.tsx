import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import './pull-to-refresh.css'

/** Releasing beyond this distance refreshes. */
const FAR_PX = 64

export interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

/** A list with pull to refresh. Screen reader users have the retry button. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const [pulled, setPulled] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const startedAt = useRef<number>(undefined)
  const box = useRef<HTMLDivElement>(null)

  function start(event: TouchEvent) {
    const isAtTop = (box.current?.closest('main')?.scrollTop ?? 0) <= 0
    startedAt.current = isAtTop && !isBusy ? event.touches[0]?.clientY : undefined
  }

  function move(event: TouchEvent) {
    if (startedAt.current === undefined) return
    const distance = (event.touches[0]?.clientY ?? 0) - startedAt.current
    setPulled(Math.max(0, Math.min(distance / 2, FAR_PX * 1.25)))
  }

  async function end() {
    const isFar = pulled >= FAR_PX
    setPulled(0)
    startedAt.current = undefined
    if (!isFar) return
    setBusy(true)
    try {
      await onRefresh()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div ref={box} className="pull" onTouchStart={start} onTouchMove={move} onTouchEnd={end}>
      <p className="pull-word small ink-2" role="status">
        {isBusy && '正在刷新'}
        {!isBusy && pulled > 0 && (pulled >= FAR_PX ? '松开即刷新' : '下拉刷新')}
      </p>
      {children}
    </div>
  )
}
