/** Far deeper than any shape, and far from exhausting the stack. */
const DEPTH_MAX = 16

const POLLUTING = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses a JSON object. Undefined for any other value, for keys that reach a prototype, and for
 * nesting beyond DEPTH_MAX.
 */
export function parseObject(text: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return isObject(value) && hasSafeKeysAndDepth(value) ? value : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasSafeKeysAndDepth(root: object): boolean {
  let level: object[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return false
    if (level.some((value) => Object.keys(value).some((name) => POLLUTING.has(name)))) return false
    level = level.flatMap(objectsIn)
  }
  return true
}

function objectsIn(value: object): object[] {
  // The value was parsed from JSON, so `Object.values` covers all its contents.
  const inside: unknown[] = Object.values(value)
  return inside.filter((one) => typeof one === 'object' && one !== null)
}
