/**
 * Compares two versions of numbers and dots: negative if the first is older, 0 if they are equal,
 * positive if it is newer. A missing part counts as 0; undefined if one is no such version.
 */
export function compareVersions(first: string, second: string): number | undefined {
  const [a, b] = [partsOf(first), partsOf(second)]
  if (!a || !b) return undefined
  const length = Math.max(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function partsOf(version: string): number[] | undefined {
  return /^\d{1,9}(\.\d{1,9}){0,7}$/.test(version) ? version.split('.').map(Number) : undefined
}
