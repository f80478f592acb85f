import type { CardSide } from '#id-card/card-details.ts'
import type { CardReading } from '#id-card/card-reading.ts'
import { faultOf } from '#id-card/fault.ts'
import { judgeCard } from '#id-card/judge-card.ts'
import { crop, decode } from '#id-card/picture.ts'
import { lookAt, readUpright } from '#id-card/read-upright.ts'
import type { Sight } from '#id-card/read-upright.ts'
import { rowsOf } from '#id-card/rows.ts'
import { areaAround } from '#id-card/text-area.ts'
import type { TextEngine } from '#id-card/text-engine.ts'

/** Text that takes less than this part of a picture belongs to a card too far away. */
const FAR_MAX = 0.5
/** From the text of a card to its edge, as a part of the text's size. */
const MARGIN = 0.15

/** Reads one side of a card off a picture, whichever way up it was taken. */
export async function readPicture(
  engine: TextEngine,
  { image, side }: { image: Uint8Array; side: CardSide },
): Promise<CardReading> {
  const decoded = await decode(image)
  if (!decoded) return { outcome: 'unreadable' }

  const sight = await comeCloser(engine, await lookAt(engine, decoded))
  const { picture, pieces } = await readUpright(engine, sight)
  return judgeCard(rowsOf(pieces), side, await faultOf(picture, pieces))
}

/** A card in a large picture is looked at again by itself, as its text was too small to be found whole. */
async function comeCloser(engine: TextEngine, sight: Sight): Promise<Sight> {
  const { picture, areas } = sight
  if (areas.length === 0) return sight
  const { width, height } = areaAround(areas, { room: 0, within: picture })
  const isFar = Math.max(width, height) < FAR_MAX * Math.max(picture.width, picture.height)
  if (!isFar) return sight
  return lookAt(engine, await crop(picture, areaAround(areas, { room: MARGIN, within: picture })))
}
