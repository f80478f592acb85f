export type Corner = { readonly x: number; readonly y: number }

/** A text area in a picture, with corners clockwise from the top left in reading direction. */
export type TextArea = { readonly corners: readonly [Corner, Corner, Corner, Corner] }

/** A rectangle in whole pixels. */
export type Area = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The length and height of a text along its own direction, and that direction in radians. */
export function shapeOf({ corners: [topLeft, topRight, , bottomLeft] }: TextArea) {
  return {
    width: Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y),
    height: Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y),
    angle: Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x),
  }
}

/** The median angle of the long texts; short ones are unreliable. */
export function tiltOf(areas: readonly TextArea[]): number {
  const long = areas.map(shapeOf).filter(({ width, height }) => width > 3 * height)
  const angles = long.map(({ angle }) => angle).toSorted((one, other) => one - other)
  return angles[Math.floor(angles.length / 2)] ?? 0
}

/** The same area, read in its direction after some quarter turns clockwise. */
export function readTurned({ corners: [a, b, c, d] }: TextArea, turns: 0 | 1 | 2 | 3): TextArea {
  const orders: Record<typeof turns, TextArea['corners']> = {
    0: [a, b, c, d],
    1: [d, a, b, c],
    2: [c, d, a, b],
    3: [b, c, d, a],
  }
  return { corners: orders[turns] }
}

/** The part of a picture that contains all text, with a margin relative to its size. */
export function areaAround(
  areas: readonly TextArea[],
  { room, within }: { room: number; within: { width: number; height: number } },
): Area {
  const corners = areas.flatMap(({ corners }) => corners)
  const [left, width] = stretch(
    corners.map(({ x }) => x),
    room,
    within.width,
  )
  const [top, height] = stretch(
    corners.map(({ y }) => y),
    room,
    within.height,
  )
  return { left, top, width, height }
}

function stretch(
  places: readonly number[],
  room: number,
  end: number,
): [from: number, size: number] {
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const from = Math.max(0, Math.floor(first - (last - first) * room))
  const to = Math.min(end, Math.ceil(last + (last - first) * room))
  return [from, Math.max(1, to - from)]
}
