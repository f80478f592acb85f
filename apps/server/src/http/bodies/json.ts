/** Far deeper than any shape, far shallower than what would exhaust a stack. */
const DEPTH_MAX = 16

const POLLUTING = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses a JSON object. Nothing for anything else, for names that reach a prototype, and for deep nests. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return isObject(value) && isHarmless(value) ? value : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isHarmless(root: object): boolean {
  let level: object[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return false
    if (level.some((value) => Object.keys(value).some((name) => POLLUTING.has(name)))) return false
    level = level.flatMap(objectsIn)
  }
  return true
}

function objectsIn(value: object): object[] {
  // Everything here came out of JSON, so the values of an object are all there is to it.
  const inside: unknown[] = Object.values(value)
  return inside.filter((one) => typeof one === 'object' && one !== null)
}
