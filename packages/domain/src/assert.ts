/** A bug in our own code: an assertion failed. Never caused by the borrower’s input. [A1] */
class BrokenRule extends Error {
  constructor(rule: string) {
    super(rule)
    this.name = 'BrokenRule'
  }
}

/** Throws when the condition is false. It stays enabled in production. */
export function assert(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new BrokenRule(rule)
}

/** Ends a `switch` over a union: a missing member is a compile error. */
export function unreachable(value: never): never {
  throw new BrokenRule(`unreachable: ${String(value)}`)
}
