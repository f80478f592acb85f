/**
 * Puts changed fields over the stored ones, also inside lists. An empty field clears a stored one
 * only if the form that was changed is the stored one: an empty form that never showed a text must
 * not delete it.
 */
export function mergeFields(
  stored: object,
  changed: object,
  rule: { readonly mayClear: boolean },
): object {
  const merged: Record<string, unknown> = { ...stored }
  for (const [name, value] of Object.entries(changed)) {
    merged[name] = mergeValue(merged[name], value, rule)
  }
  return merged
}

function mergeValue(
  stored: unknown,
  value: unknown,
  rule: { readonly mayClear: boolean },
): unknown {
  if (Array.isArray(value)) return mergeList(Array.isArray(stored) ? stored : [], value, rule)
  const isKept = value === undefined || (value === '' && stored !== undefined && !rule.mayClear)
  if (isKept) return stored
  return isObject(value) ? mergeFields(isObject(stored) ? stored : {}, value, rule) : value
}

function mergeList(
  stored: readonly unknown[],
  values: readonly unknown[],
  rule: { readonly mayClear: boolean },
): unknown[] {
  const length = Math.max(stored.length, values.length)
  return Array.from({ length }, (_, at) => mergeValue(stored[at], values[at], rule))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
