let numbers = 0

/** A number as a phone makes one, of its own for each thing that is asked for. */
export function newNumber(what: string): string {
  numbers += 1
  return `${what}-${String(numbers).padStart(10, '0')}`
}
