import { hasLuhnCheckDigit } from '@qingzhou/domain/people/card-number'
import type { BackReading, FrontReading } from '@qingzhou/contract/features/identity'
import type { CardReading as TheirReading } from '@qingzhou/provider-api/calls'
import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#signed-http.ts'
import type { BankCardReading, CardReader, CardReading, CardSide } from './port.ts'

const LENGTH_MAX = 120

/**
 * Converts a reading. A reading of the other side only means that the wrong side was photographed.
 */
export function toCardReading(side: CardSide, answer: TheirReading): CardReading {
  if (answer.outcome !== 'read') return answer
  if (side === 'front' && answer.front) return { outcome: 'read', front: frontOf(answer.front) }
  if (side === 'back' && answer.back) return { outcome: 'read', back: backOf(answer.back) }
  return { outcome: 'wrongSide' }
}

/** A number with a wrong check digit was misread: another photo is less work than finding the digit. */
export function bankCardReadingOf(answer: BankCardReading): BankCardReading {
  if (answer.outcome !== 'read') return answer
  const number = answer.number.replaceAll(/\s/g, '')
  return hasLuhnCheckDigit(number) ? { outcome: 'read', number } : { outcome: 'blurred' }
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
      return toCardReading(side, answer)
    },
    async readBankCard(picture) {
      const question = { image: picture.toString('base64') }
      return bankCardReadingOf(await ask(providerCalls.ocr.readBankCard, question))
    },
  }
}
