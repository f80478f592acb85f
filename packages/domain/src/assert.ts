/** Our own mistake: a rule of the code was broken. It is never the borrower’s fault. [A1] */
class BrokenRule extends Error {
  override name = 'BrokenRule'
}

/** Stops at once when something we rely on does not hold. It stays on in production. */
export function assert(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new BrokenRule(rule)
}

/** Ends a `switch` over a union: a forgotten member does not compile. */
export function unreachable(value: never): never {
  throw new BrokenRule(`unreachable: ${String(value)}`)
}
