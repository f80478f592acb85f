import type { Fault } from '#id-card/judge-card.ts'
import { crop, lightnessOf } from '#id-card/picture.ts'
import type { Lightness, Picture } from '#id-card/picture.ts'
import { areaAround } from '#id-card/text-area.ts'
import type { TextArea } from '#id-card/text-area.ts'
import { lightnessAlong } from '#id-card/lightness-along.ts'

const WHITE = 250
/** A quarter of the way from dark to light there is paper: writing takes less, and no lamp lights it all. */
const PAPER_LEVEL = 0.25
/** Brighter paper than this is white by itself, as on a scan, and hides no lamp. */
const PAPER_MAX = 245
const GLARE_MIN = 0.03
const DARK_MAX = 70
const FOCUS_SIDE = 640
/** Edges of a focused text, beside the contrast of the picture, are stronger than this. */
const FOCUS_MIN = 0.06
/** On a blank wall there is nothing to focus on. */
const SPREAD_MIN = 64

/** What is wrong with a picture, looking where its text is, or everywhere when none was found. */
export async function faultOf(
  picture: Picture,
  found: readonly TextArea[],
): Promise<Fault | undefined> {
  const areas = found.length ? found : [frameOf(picture)]
  const sorted = (await lightnessAlong(picture, areas)).toSorted((one, other) => one - other)
  const lightness = (level: number) => sorted[Math.floor(level * (sorted.length - 1))] ?? 0
  const paper = lightness(PAPER_LEVEL)
  if (paper < PAPER_MAX && lightness(1 - GLARE_MIN) >= WHITE) return 'glare'
  if (paper < DARK_MAX) return 'dark'

  const part = await crop(picture, areaAround(areas, { room: 0, within: picture }))
  return focusOf(await lightnessOf(part, FOCUS_SIDE)) < FOCUS_MIN ? 'blurred' : undefined
}

function frameOf({ width, height }: Picture): TextArea {
  return {
    corners: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
  }
}

/** The mean step between neighbours, beside the spread of all of them. */
function focusOf({ width, data }: Lightness): number {
  let steps = 0
  let sum = 0
  let squares = 0
  for (let at = width; at < data.length; at += 1) {
    const [here, left, above] = [data[at] ?? 0, data[at - 1] ?? 0, data[at - width] ?? 0]
    steps += (2 * here - left - above) ** 2
    sum += here
    squares += here * here
  }
  const count = data.length - width
  const spread = squares / count - (sum / count) ** 2
  return spread < SPREAD_MIN ? 1 : steps / count / spread
}
