import { turn } from '#id-card/picture.ts'
import type { Picture, QuarterTurns } from '#id-card/picture.ts'
import type { TextPiece } from '#id-card/rows.ts'
import { readTurned, shapeOf } from '#id-card/text-area.ts'
import type { TextArea } from '#id-card/text-area.ts'
import type { TextEngine } from '#id-card/text-engine.ts'

/** A picture, and where text was found in it. */
export type Sight = { readonly picture: Picture; readonly areas: readonly TextArea[] }

/** A page of a book would keep the reader busy for a minute. */
const AREAS_MAX = 40
/** So many of the longest texts tell which way up a picture is. */
const PROBES = 4
/** Upside down, nothing is read with more confidence than this. */
const LEGIBLE_MIN = 0.9

/** Finds the text in a picture, or the largest of it when there is more than on any card. */
export async function lookAt(engine: TextEngine, picture: Picture): Promise<Sight> {
  const found = await engine.find(picture)
  const largest = found.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, AREAS_MAX)
  return { picture, areas: largest }
}

/** Reads all the text, and gives the picture turned so that the text is upright. */
export async function readUpright(
  engine: TextEngine,
  sight: Sight,
): Promise<{ readonly picture: Picture; readonly pieces: readonly TextPiece[] }> {
  const probes = sight.areas
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, PROBES)
  const read = (turns: QuarterTurns) =>
    engine.read(
      sight.picture,
      probes.map((area) => readTurned(area, turns)),
    )

  const isOnItsSide = probes.filter(isStanding).length > probes.length / 2
  const [likely, opposite] = isOnItsSide ? ([1, 3] as const) : ([0, 2] as const)
  const first = await read(likely)
  const isOpposite =
    legibility(first) <= LEGIBLE_MIN && legibility(first) < legibility(await read(opposite))
  const turns = isOpposite ? opposite : likely
  if (turns === 0) {
    const rest = sight.areas.filter((area) => !probes.includes(area))
    return { ...sight, pieces: [...first, ...(await engine.read(sight.picture, rest))] }
  }
  const { picture, areas } = await lookAt(engine, await turn(sight.picture, turns))
  return { picture, pieces: await engine.read(picture, areas) }
}

function legibility(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, pieces.length)
}

function sizeOf(area: TextArea): number {
  const { width, height } = shapeOf(area)
  return width * height
}

function lengthOf(area: TextArea): number {
  const { width, height } = shapeOf(area)
  return Math.max(width, height)
}

function isStanding(area: TextArea): boolean {
  const { width, height } = shapeOf(area)
  return height > width
}
