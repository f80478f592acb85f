/**
 * Returns a function that complains about secrets anybody can guess, and about one value used for two
 * settings: whoever learns it from one place could use it in the other. Values are never shown.
 */
export function createSecretCheck(complain: (sentence: string) => void) {
  const owners = new Map<string, string>()
  return (name: string, value: string, bytes = Buffer.from(value)): void => {
    if (!value) return
    if (isRepetition(bytes)) complain(`${name} is trivial: it repeats a few characters`)
    if (isPublished(value))
      complain(`${name} is trivial: it is a phrase, an example or a test value`)
    // Compared as bytes too: the same key may be written as text in one place and as base64 in another.
    const [owner] = [value, bytes.toString('base64')].flatMap((form) => owners.get(form) ?? [])
    if (owner !== undefined) complain(`${name} has the same value as ${owner}`)
    for (const form of [value, bytes.toString('base64')]) owners.set(form, owner ?? name)
  }
}

/** Random bytes of 12 or more practically never have fewer different ones than this. */
const DIFFERENT_MIN = 6
const PERIOD_MAX = 8

/** All zero bytes, one character over and over, or a short group over and over. */
function isRepetition(bytes: Buffer): boolean {
  if (new Set(bytes).size < Math.min(DIFFERENT_MIN, bytes.length)) return true
  const periods = Array.from({ length: PERIOD_MAX }, (_, index) => index + 1)
  return periods.some(
    (period) =>
      bytes.length >= 2 * period && bytes.every((byte, index) => byte === bytes[index % period]),
  )
}

/** Words that stand in examples, tests and documentation, and never in random text. */
const PUBLISHED =
  /secret|passw|change.?me|example|sandbox|qingzhou|default|placeholder|postgres|qwerty|abcdefgh|12345678/i

function isPublished(value: string): boolean {
  return PUBLISHED.test(value)
}
