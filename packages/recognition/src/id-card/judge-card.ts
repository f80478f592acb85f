import type { CardSide } from '#id-card/card-details.ts'
import type { CardReading, Complaint } from '#id-card/card-reading.ts'
import { parseBack } from '#id-card/parse-back.ts'
import { parseFront } from '#id-card/parse-front.ts'
import type { Row } from '#id-card/rows.ts'

/** What is wrong with a picture as such, if anything. */
export type Fault = Extract<Complaint, 'blurred' | 'dark' | 'glare'>

/** Words printed on one side only. */
const PRINTED = {
  front: [/姓名/u, /性别/u, /民族/u, /出生/u, /住址/u, /公民身份|身份号码/u, /\d{17}[\dX]/],
  back: [/签发|机关/u, /有效|期限/u, /居民身份证/u, /公安局/u, /\d{4}\.\d{2}\.\d{2}/],
}
/** A lone word may stand on any sheet of paper. */
const WORDS_MIN = 2

/** What a side holds: all of it, and the part that makes it worth keeping under a faulty picture. */
const FIELDS = {
  front: { count: 6, essential: 'number' },
  back: { count: 3, essential: 'validUntil' },
}

/**
 * Says what was read, or what the person should do better.
 *
 * Under a fault of the picture another one is less work than filling in what is missing. A good
 * picture is taken as it is: some cards are worn, and their holders would never get past us.
 */
export function judgeCard(
  rows: readonly Row[],
  side: CardSide,
  fault: Fault | undefined,
): CardReading {
  const [here, there] = [likeness(rows, side), likeness(rows, side === 'front' ? 'back' : 'front')]
  if (Math.max(here, there) < WORDS_MIN) return { outcome: fault ?? 'notACard' }
  if (there > here) return { outcome: 'wrongSide' }
  // Half an address under a lamp reads as well as a whole one.
  if (fault === 'glare') return { outcome: fault }

  const reading = readSide(rows, side)
  const { count, essential } = FIELDS[side]
  const found = Object.keys(reading.fields)
  const isEnough = fault
    ? found.length >= count - 1 && found.includes(essential)
    : found.length >= count / 2
  return isEnough ? reading : { outcome: fault ?? 'blurred' }
}

/** How many of the words of a side are there. */
function likeness(rows: readonly Row[], side: CardSide): number {
  return PRINTED[side].filter((word) => rows.some(({ text }) => word.test(text))).length
}

function readSide(rows: readonly Row[], side: CardSide): Extract<CardReading, { outcome: 'read' }> {
  return side === 'front'
    ? { outcome: 'read', side, ...parseFront(rows) }
    : { outcome: 'read', side, ...parseBack(rows) }
}
