/**
 * Hides part of an identifier that is not an ID number. [P7]
 *
 * Up to 5 characters keep the first and the last 2; 6 to 9 keep the last 5; longer ones keep all
 * but a middle block of 4, so that 13812345678 reads 138****5678.
 */
export function mask(identifier: string): string {
  const characters = Array.from(identifier)
  const { from, to } = hiddenPart(characters.length)
  return characters
    .map((character, index) => (index >= from && index < to ? '*' : character))
    .join('')
}

/**
 * Hides all of an ID number but the first 3 and the last 4 characters. [P19]
 *
 * `mask` would hide only part of the birth date, and the check character then leaves about four
 * possible numbers. Every ID number that is shown or exported goes through this function.
 */
export function maskIdNumber(idNumber: string): string {
  const hidden = idNumber.length - ID_SHOWN_FIRST - ID_SHOWN_LAST
  if (hidden <= 0) return '*'.repeat(idNumber.length)
  return `${idNumber.slice(0, ID_SHOWN_FIRST)}${'*'.repeat(hidden)}${idNumber.slice(-ID_SHOWN_LAST)}`
}

const ID_SHOWN_FIRST = 3
const ID_SHOWN_LAST = 4

function hiddenPart(length: number): { from: number; to: number } {
  if (length <= 5) return { from: 1, to: length - 2 }
  if (length <= 9) return { from: 0, to: length - 5 }
  const from = Math.floor((length - 4) / 2)
  return { from, to: from + 4 }
}
