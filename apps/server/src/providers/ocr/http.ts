import type { BackReading, FrontReading } from '@qingzhou/contract/features/identity'
import type { CardReading as TheirReading } from '@qingzhou/provider-api/calls'
import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { CardReader, CardReading, CardSide } from './port.ts'

const LENGTH_MAX = 120

/**
 * Converts a reading. A reading of the other side only means that the wrong side was photographed.
 */
export function readingOf(side: CardSide, answer: TheirReading): CardReading {
  if (answer.outcome !== 'read') return answer
  if (side === 'front' && answer.front) return { outcome: 'read', front: frontOf(answer.front) }
  if (side === 'back' && answer.back) return { outcome: 'read', back: backOf(answer.back) }
  return { outcome: 'wrongSide' }
}

type Front = NonNullable<Extract<TheirReading, { outcome: 'read' }>['front']>
type Back = NonNullable<Extract<TheirReading, { outcome: 'read' }>['back']>

function frontOf({ number, ...fields }: Front): FrontReading {
  return present({ ...fields, no: number?.toUpperCase() })
}

function backOf({ issueAgency, validFrom, validUntil }: Back): BackReading {
  return present({ issueAgency, issueDate: validFrom, expireDate: validUntil })
}

/**
 * The fields that were read, without control characters and truncated to the length of a form
 * field.
 */
function present(
  fields: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const text = value?.replaceAll(/\p{Cc}/gu, '').slice(0, LENGTH_MAX)
      return text ? [[name, text]] : []
    }),
  )
}

export function createCardReader(ask: Ask): CardReader {
  return {
    async readCard({ side, picture }) {
      const question = { side, image: picture.toString('base64') }
      const answer = await ask(providerCalls.ocr.readCard, question)
      return readingOf(side, answer)
    },
  }
}
