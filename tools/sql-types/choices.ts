/**
 * The alternatives of one evaluation: a condition is true or false, a parameter comes from one of several
 * callers. Equal keys get equal answers, so that an SQL text and its values follow the same path.
 */
export type Choices = { pick(key: string, count: number): number }

const ALTERNATIVES_MAX = 400

/** Runs the work once for each combination of its choices. */
export function forEachChoice(work: (choices: Choices) => void): void {
  const picked = new Map<string, { at: number; count: number }>()
  for (let round = 0; round < ALTERNATIVES_MAX; round += 1) {
    const used = new Set<string>()
    work({
      pick(key, count) {
        used.add(key)
        const choice = picked.get(key) ?? { at: 0, count }
        picked.set(key, choice)
        return choice.at
      },
    })
    // What this round did not come to belongs to an earlier path.
    for (const key of picked.keys()) if (!used.has(key)) picked.delete(key)
    if (!advance(picked)) return
  }
  throw new Error(`a statement has more than ${ALTERNATIVES_MAX} alternatives`)
}

/** Moves the last choice that has another alternative, and forgets those after it. */
function advance(picked: Map<string, { at: number; count: number }>): boolean {
  for (const [key, choice] of [...picked].toReversed()) {
    choice.at += 1
    if (choice.at < choice.count) return true
    picked.delete(key)
  }
  return false
}
