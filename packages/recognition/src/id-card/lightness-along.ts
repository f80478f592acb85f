import { lightnessOf } from '#id-card/picture.ts'
import type { Picture } from '#id-card/picture.ts'
import { tiltOf } from '#id-card/text-area.ts'
import type { TextArea } from '#id-card/text-area.ts'

/** The right third of a card may be a photograph, whose white wall is no reflection. */
const WRITTEN_PART = 2 / 3
/** So small that the bright fringes of sharp letters are gone, and lamps are not. */
const SIDE = 160
const SAMPLES = { across: 80, down: 50 }

/**
 * How light the written part of a card is, at points spread evenly over it.
 *
 * The points follow the tilt of the text, so that none of them lies on a white desk beside the card.
 */
export async function lightnessAlong(
  picture: Picture,
  areas: readonly TextArea[],
): Promise<number[]> {
  const { width, data } = await lightnessOf(picture, SIDE)
  const scale = width / picture.width
  return pointsOver(areas).flatMap(({ x, y }) => {
    const [column, row] = [Math.floor(x * scale), Math.floor(y * scale)]
    const isInside = column >= 0 && column < width && row >= 0
    return isInside ? (data[row * width + column] ?? []) : []
  })
}

function pointsOver(areas: readonly TextArea[]): { x: number; y: number }[] {
  const angle = tiltOf(areas)
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const corners = areas.flatMap(({ corners }) => corners)
  const across = spread(
    corners.map(({ x, y }) => x * cosine + y * sine),
    { count: SAMPLES.across, part: WRITTEN_PART },
  )
  const down = spread(
    corners.map(({ x, y }) => y * cosine - x * sine),
    { count: SAMPLES.down, part: 1 },
  )
  return down.flatMap((v) =>
    across.map((u) => ({ x: u * cosine - v * sine, y: u * sine + v * cosine })),
  )
}

/** Evenly spaced values between the least and the greatest, over the first part of the way. */
function spread(
  values: readonly number[],
  { count, part }: { count: number; part: number },
): number[] {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return Array.from({ length: count }, (_, at) => from + ((at + 0.5) / count) * part * (to - from))
}
