import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { cardDetailsOf } from '@qingzhou/recognition/id-card/card-of'
import { drawCard } from '@qingzhou/recognition/id-card/draw-card'
import { photograph, waysToPhotograph } from '@qingzhou/recognition/id-card/photograph'
import type { Way } from '@qingzhou/recognition/id-card/photograph'
import { readCard, stopReading } from '@qingzhou/recognition/id-card/read-card'
import type { CardReading, CardSide } from '@qingzhou/recognition/id-card/read-card'

import type { Row } from '../row.ts'

const NAMES = '沈青禾 陆知远 顾晓舟 江映雪 何亦帆 欧阳淼淼 许望川 白若溪 李喆 玛依拉·艾力'.split(
  ' ',
)
const FIELDS = {
  front: ['name', 'sex', 'nation', 'birth', 'address', 'number'],
  back: ['issueAgency', 'validFrom', 'validUntil'],
} as const
const SIDES = ['front', 'back'] as const
const BYTES_PER_MEGABYTE = 1_000_000

type Tally = {
  right: number
  wrong: number
  leftOpen: number
  readonly refused: Map<string, number>
}

/**
 * The share of fields read correctly from the cards of ten fictional people, by photo condition.
 */
export async function benchOcr(): Promise<Row[]> {
  const cards = await drawCards()
  // The models are loaded with the first card.
  await readCard(cards[0]?.picture ?? Buffer.alloc(0), 'front')

  const rows: Row[] = []
  const spent = { milliseconds: 0, memoryMax: 0 }
  for (const way of waysToPhotograph) {
    const tally = await readAll(cards, way, spent)
    rows.push({ what: `fields right, ${way}`, value: shareRight(tally), beside: faults(tally) })
  }
  await stopReading()

  const count = cards.length * waysToPhotograph.length
  return [
    ...rows,
    { what: 'seconds a card', value: (spent.milliseconds / 1000 / count).toFixed(2) },
    {
      what: 'peak memory of the process, MB',
      value: (spent.memoryMax / BYTES_PER_MEGABYTE).toFixed(0),
    },
  ]
}

type Card = {
  readonly side: CardSide
  readonly details: Readonly<Record<string, string>>
  readonly picture: Buffer
}

function drawCards(): Promise<Card[]> {
  const people = NAMES.map((name, at) => cardDetailsOf({ name, idNumber: idNumberOf(at) }))
  return Promise.all(
    people.flatMap((details) =>
      SIDES.map(async (side) => ({ side, details, picture: await drawCard(details, side) })),
    ),
  )
}

/** A valid ID number of a region that does not exist. */
function idNumberOf(at: number): string {
  const start = `99010${1 + (at % 8)}${1975 + at * 3}0${1 + (at % 9)}1${at % 10}00${at % 10}`
  return (
    '0123456789X'
      .split('')
      .map((check) => start + check)
      .find(isIdNumber) ?? ''
  )
}

async function readAll(
  cards: readonly Card[],
  way: Way,
  spent: { milliseconds: number; memoryMax: number },
): Promise<Tally> {
  const tally: Tally = { right: 0, wrong: 0, leftOpen: 0, refused: new Map() }
  for (const card of cards) {
    const photo = await photograph(card.picture, way)
    const started = performance.now()
    const reading = await readCard(photo, card.side)
    spent.milliseconds += performance.now() - started
    spent.memoryMax = Math.max(spent.memoryMax, process.memoryUsage.rss())
    count(tally, card, reading)
  }
  return tally
}

function count(tally: Tally, { side, details }: Card, reading: CardReading): void {
  if (reading.outcome !== 'read') {
    tally.refused.set(reading.outcome, (tally.refused.get(reading.outcome) ?? 0) + 1)
    return
  }
  const fields: Readonly<Record<string, string>> = reading.fields
  for (const name of FIELDS[side]) {
    if (fields[name] === undefined) tally.leftOpen += 1
    else if (fields[name] === details[name]) tally.right += 1
    else tally.wrong += 1
  }
}

function shareRight({ right }: Tally): string {
  return `${right}/${NAMES.length * (FIELDS.front.length + FIELDS.back.length)}`
}

function faults({ wrong, leftOpen, refused }: Tally): string {
  const refusals = [...refused].map(([outcome, cards]) => `${cards} cards refused as ${outcome}`)
  return [
    ...(wrong ? [`${wrong} wrong`] : []),
    ...(leftOpen ? [`${leftOpen} left open`] : []),
    ...refusals,
  ].join(', ')
}
