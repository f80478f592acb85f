import { type PointerEvent, useRef } from 'react'

type Size = { readonly width: number; readonly height: number }

/** Pixels from the centre of the stage. */
export type Point = { readonly x: number; readonly y: number }

/** The view of a picture: scale, quarter turns to the right, and offset. */
export type PictureView = Point & {
  readonly zoom: number
  readonly turns: number
  /** The scale that fits the stage, depending on the rotation. */
  readonly fit: number
}

/** The stage, and the picture fitted into it before rotation. */
export type Ground = { readonly stage: Size; readonly picture: Size }

export const wholePicture: PictureView = { zoom: 1, turns: 0, fit: 1, x: 0, y: 0 }

const ZOOM_MAX = 8

/** The scale after a double tap. */
const ZOOM_NEAR = 2.5

/** Zooms around a fixed point. */
export function zoomView(
  view: PictureView,
  { factor, at, ground }: { readonly factor: number; readonly at: Point; readonly ground: Ground },
): PictureView {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, view.zoom * factor))
  const grown = zoom / view.zoom
  const moved = { x: at.x - grown * (at.x - view.x), y: at.y - grown * (at.y - view.y) }
  return withinStage({ ...view, ...moved, zoom }, ground)
}

export function moveView(view: PictureView, by: Point, ground: Ground): PictureView {
  return withinStage({ ...view, x: view.x + by.x, y: view.y + by.y }, ground)
}

/** Rotates by a quarter to the right and resets the zoom. */
export function turnRight(view: PictureView, { stage, picture }: Ground): PictureView {
  const turns = (view.turns + 1) % 4
  const isUpright = turns % 2 === 0 || picture.width === 0 || picture.height === 0
  const fit = isUpright ? 1 : Math.min(stage.width / picture.height, stage.height / picture.width)
  return { ...wholePicture, turns, fit }
}

/** Zooms in at the point, or resets. */
export function toggleZoom(view: PictureView, at: Point, ground: Ground): PictureView {
  if (view.zoom > 1) return { ...view, zoom: 1, x: 0, y: 0 }
  return zoomView(view, { factor: ZOOM_NEAR, at, ground })
}

/** The edges of the picture stay at or outside the edges of the stage. */
function withinStage(view: PictureView, ground: Ground): PictureView {
  const scale = view.zoom * view.fit
  const { width, height } = ground.picture
  const isOnItsSide = view.turns % 2 === 1
  const across = Math.max(0, ((isOnItsSide ? height : width) * scale - ground.stage.width) / 2)
  const down = Math.max(0, ((isOnItsSide ? width : height) * scale - ground.stage.height) / 2)
  return { ...view, x: clamp(view.x, across), y: clamp(view.y, down) }
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value))
}

const TAP_MS = 300

const TAP_PX = 24

interface Gestures {
  onMove: (by: Point) => void
  onPinch: (factor: number, at: Point) => void
  onDoubleTap: (at: Point) => void
}

type Tap = { readonly point: Point; readonly time: number }

/** One finger moves, two fingers zoom, a double tap toggles the zoom. */
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
