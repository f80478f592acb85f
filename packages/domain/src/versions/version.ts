import { assert } from '#assert.ts'

/** Dotted numbers, such as `3.9.0`. [V1] */
export function isVersion(text: string): boolean {
  return /^\d{1,9}(\.\d{1,9}){0,9}$/.test(text)
}

/** Orders two dotted versions by their numbers; a missing part counts as zero. [V2] */
export function compareVersions(left: string, right: string): -1 | 0 | 1 {
  assert(isVersion(left) && isVersion(right), 'only dotted numbers can be compared')
  const leftParts = left.split('.').map(Number)
  const rightParts = right.split('.').map(Number)

  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index += 1) {
    const difference = (leftParts[index] ?? 0) - (rightParts[index] ?? 0)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}
