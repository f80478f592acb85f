/** A bug in our own code: an assertion failed. Never caused by the borrower’s input. [A1] */
function brokenRule(rule: string): Error {
  return Object.assign(new Error(rule), { name: 'BrokenRule' })
}

/** Throws when the condition is false. It stays enabled in production. */
export function assert(condition: boolean, rule: string): asserts condition {
  if (!condition) throw brokenRule(rule)
}

/** Ends a `switch` over a union: a missing member is a compile error. */
export function unreachable(value: never): never {
  throw brokenRule(`unreachable: ${String(value)}`)
}
