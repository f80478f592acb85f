let numbers = 0

/** Returns a unique number with a prefix, like the request numbers that the app generates. */
export function newNumber(what: string): string {
  numbers += 1
  return `${what}-${String(numbers).padStart(10, '0')}`
}
