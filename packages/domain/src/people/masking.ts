/**
 * Hides part of an identifier. [P7]
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

function hiddenPart(length: number): { from: number; to: number } {
  if (length <= 5) return { from: 1, to: length - 2 }
  if (length <= 9) return { from: 0, to: length - 5 }
  const from = Math.floor((length - 4) / 2)
  return { from, to: from + 4 }
}
