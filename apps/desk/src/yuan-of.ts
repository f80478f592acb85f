/** Converts fen, as providers send them, to yuan. */
export function yuanOf(fen: string): string {
  const digits = fen.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
