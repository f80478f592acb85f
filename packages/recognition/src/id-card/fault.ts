import type { CardSide } from '#id-card/card-details.ts'
import type { CardReading, Complaint } from '#id-card/read-card.ts'
import { parseBack, parseFront } from '#id-card/parse-front.ts'
import type { Lightness, Picture } from '#id-card/picture.ts'
import { crop, measureLightness } from '#id-card/picture.ts'
import type { Row } from '#id-card/rows.ts'
import type { TextArea } from '#id-card/text-area.ts'
import { areaAround, tiltOf } from '#id-card/text-area.ts'

/** A fault of the picture itself. */
export type Fault = Extract<Complaint, 'blurred' | 'dark' | 'glare'>

/** Words printed only on one side. */
const PRINTED = {
  front: [/姓名/u, /性别/u, /民族/u, /出生/u, /住址/u, /公民身份|身份号码/u, /\d{17}[\dX]/],
  back: [/签发|机关/u, /有效|期限/u, /居民身份证/u, /公安局/u, /\d{4}\.\d{2}\.\d{2}/],
}
/** A single word may appear on any sheet of paper. */
const WORDS_MIN = 2

/** The number of fields of a side, and the field without which a faulty picture is refused. */
const FIELDS = {
  front: { count: 6, essential: 'number' },
  back: { count: 3, essential: 'validUntil' },
}

/**
 * Returns the fields, or the reason to take another picture.
 *
 * If the picture is faulty, taking another one is less work than typing the missing fields. A good
 * picture is accepted with missing fields: some cards are worn and can never be read completely.
 */
export function judgeCard(
  rows: readonly Row[],
  side: CardSide,
  fault: Fault | undefined,
): CardReading {
  const [here, there] = [likeness(rows, side), likeness(rows, side === 'front' ? 'back' : 'front')]
  if (Math.max(here, there) < WORDS_MIN) return { outcome: fault ?? 'notACard' }
  if (there > here) return { outcome: 'wrongSide' }
  // Under a reflection, half an address looks like a complete one.
  if (fault === 'glare') return { outcome: fault }

  const reading = readSide(rows, side)
  const { count, essential } = FIELDS[side]
  const found = Object.keys(reading.fields)
  const isEnough = fault
    ? found.length >= count - 1 && found.includes(essential)
    : found.length >= count / 2
  return isEnough ? reading : { outcome: fault ?? 'blurred' }
}

/** How many of the printed words of a side were found. */
function likeness(rows: readonly Row[], side: CardSide): number {
  return PRINTED[side].filter((word) => rows.some(({ text }) => word.test(text))).length
}

function readSide(rows: readonly Row[], side: CardSide): Extract<CardReading, { outcome: 'read' }> {
  return side === 'front'
    ? { outcome: 'read', side, ...parseFront(rows) }
    : { outcome: 'read', side, ...parseBack(rows) }
}

/** The right third of a card may be a photograph, whose white background is not a reflection. */
const WRITTEN_PART = 2 / 3
/** Small enough to remove the bright fringes of sharp letters, but not reflections. */
const SIDE = 160
const SAMPLES = { across: 80, down: 50 }

/**
 * The lightness of the written part of a card, at evenly spaced points.
 *
 * The points follow the tilt of the text, so that none of them lies on a white desk beside the
 * card.
 */
async function lightnessAlong(picture: Picture, areas: readonly TextArea[]): Promise<number[]> {
  const { width, data } = await measureLightness(picture, SIDE)
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

/** Evenly spaced values from the minimum, over the first part of the range. */
function spread(
  values: readonly number[],
  { count, part }: { count: number; part: number },
): number[] {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return Array.from({ length: count }, (_, at) => from + ((at + 0.5) / count) * part * (to - from))
}

const WHITE = 250
/**
 * The lower quartile of the lightness is paper: writing covers less, and a reflection never covers
 * everything.
 */
const PAPER_LEVEL = 0.25
/** Paper brighter than this is white by itself, as on a scan, and not a reflection. */
const PAPER_MAX = 245
const GLARE_MIN = 0.03
const DARK_MAX = 70
const FOCUS_SIDE = 640
/** Minimum edge strength of a focused text, relative to the contrast of the picture. */
const FOCUS_MIN = 0.06
/** A blank wall has nothing to focus on. */
const SPREAD_MIN = 64

/** The fault of a picture, measured where its text is, or everywhere if none was found. */
export async function findFault(
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
  return focusOf(await measureLightness(part, FOCUS_SIDE)) < FOCUS_MIN ? 'blurred' : undefined
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

/** The mean difference of neighbours, relative to the spread of all values. */
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
