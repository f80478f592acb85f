/** Letters, digits, dot, dash and underscore; a letter first. */
export function isUsername(text: string): boolean {
  return /^[a-z][a-z0-9_.-]{1,31}$/.test(text)
}

/** A phone makes the first letter a capital and leaves a space behind the word. */
export function asUsername(typed: string): string {
  return typed.trim().toLowerCase()
}
