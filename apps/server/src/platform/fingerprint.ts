import { createHash } from 'node:crypto'

/** A digest of what was asked for: the same number with another body is another request. */
export function fingerprintOf(request: object): Buffer {
  const json = JSON.stringify(Object.entries(request).toSorted(byName), (_, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  )
  return createHash('sha256').update(json).digest()
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1
}
