import { hasLuhnCheckDigit } from '@qingzhou/domain/people/card-number'
import type { Fault } from '#id-card/fault.ts'
import type { BankCardReading } from '#id-card/read-card.ts'
import type { Row } from '#id-card/rows.ts'

/** Debit cards have 16 to 19 digits; shorter numbers on a card are phone numbers and dates. */
const CARD_NUMBER = /(?<!\d)\d{16,19}(?!\d)/g
/** A row with as many digits is the number of a card that could not be read completely. */
const TRACE_OF_NUMBER = /\d{6}/
const LOOKALIKES: Record<string, string> = {
  O: '0',
  o: '0',
  D: '0',
  I: '1',
  l: '1',
  B: '8',
  S: '5',
}

/**
 * Returns the number of a bank card, or the reason to take another picture.
 *
 * Only a number with a correct check digit is returned. A photo with a fault is accepted if its
 * number is readable: a card may be dark or shiny by its design.
 */
export function judgeBankCard(rows: readonly Row[], fault: Fault | undefined): BankCardReading {
  const texts = rows.map(({ text }) => digitsIn(text))
  const [number] = texts.flatMap((text) => text.match(CARD_NUMBER) ?? []).filter(hasLuhnCheckDigit)
  if (number !== undefined) return { outcome: 'read', number }
  if (fault) return { outcome: fault }
  return { outcome: texts.some((text) => TRACE_OF_NUMBER.test(text)) ? 'blurred' : 'notACard' }
}

/** Letters between digits are misread digits. */
function digitsIn(text: string): string {
  return text.replaceAll(/(?<=\d)[OoDIlBS]+(?=\d)/g, (letters) =>
    Array.from(letters, (letter) => LOOKALIKES[letter] ?? letter).join(''),
  )
}
