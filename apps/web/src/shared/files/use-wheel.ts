import { useEffect, useEffectEvent } from 'react'
import type { Point } from './picture-view.ts'

/** A wheel brings near; the page behind must not scroll, so React's passive listener will not do. */
export function useWheel(
  element: { readonly current: HTMLElement | null },
  onZoom: (factor: number, at: Point) => void,
) {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const stage = element.current
    if (!stage) return undefined
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const box = stage.getBoundingClientRect()
      const at = {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      }
      zoom(Math.exp(-event.deltaY / 500), at)
    }
    stage.addEventListener('wheel', turn, { passive: false })
    return () => stage.removeEventListener('wheel', turn)
  }, [element])
}
