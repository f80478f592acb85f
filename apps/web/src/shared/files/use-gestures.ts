import { type PointerEvent, useRef } from 'react'
import type { Point } from './picture-view.ts'

const TAP_MS = 300
const TAP_PX = 24

export interface Gestures {
  onMove: (by: Point) => void
  onPinch: (factor: number, at: Point) => void
  onDoubleTap: (at: Point) => void
}

type Tap = { readonly point: Point; readonly time: number }

/** One finger moves, two pinch, two quick taps bring near. */
export function useGestures({ onMove, onPinch, onDoubleTap }: Gestures) {
  const fingers = useRef(new Map<number, Point>())
  const pressed = useRef<Tap>(undefined)
  const lastTap = useRef<Tap>(undefined)

  function down(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const point = pointOf(event)
    fingers.current.set(event.pointerId, point)
    pressed.current = fingers.current.size === 1 ? { point, time: event.timeStamp } : undefined
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    fingers.current.set(event.pointerId, pointOf(event))
    const after = [...fingers.current.values()]
    const [from, to] = [middleOf(before), middleOf(after)]
    onMove({ x: to.x - from.x, y: to.y - from.y })
    if (after.length === 2) onPinch(spanOf(after) / Math.max(1, spanOf(before)), to)
  }

  function up(event: PointerEvent<HTMLElement>) {
    fingers.current.delete(event.pointerId)
    const tap = { point: pointOf(event), time: event.timeStamp }
    const isTap = pressed.current !== undefined && areNear(pressed.current, tap)
    pressed.current = undefined
    if (isTap && lastTap.current && areNear(lastTap.current, tap)) {
      lastTap.current = undefined
      onDoubleTap(tap.point)
    } else {
      lastTap.current = isTap ? tap : undefined
    }
  }

  function cancel(event: PointerEvent<HTMLElement>) {
    fingers.current.delete(event.pointerId)
    pressed.current = undefined
  }

  return { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel }
}

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const box = event.currentTarget.getBoundingClientRect()
  return {
    x: event.clientX - box.left - box.width / 2,
    y: event.clientY - box.top - box.height / 2,
  }
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

function spanOf([a, b]: readonly Point[]): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
}

function areNear(a: Tap, b: Tap): boolean {
  const isClose = Math.hypot(a.point.x - b.point.x, a.point.y - b.point.y) < TAP_PX
  return isClose && Math.abs(b.time - a.time) < TAP_MS
}
