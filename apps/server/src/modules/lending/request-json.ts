import { createHash } from 'node:crypto'

/** A digest of what was asked. The order in which fields were written does not matter. */
export function fingerprintOf(request: { name: string; body: object }): Buffer {
  return createHash('sha256')
    .update(toJson(inOrder(request)))
    .digest()
}

/** JSON that keeps whole numbers whole: they are marked, so that they come back as what they were. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? { [WHOLE]: String(part) } : part,
  )
}

/** Brings back what `toJson` wrote and the database has parsed. */
export function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson)
  if (typeof value !== 'object' || value === null) return value

  const fields = Object.entries(value)
  const [first] = fields
  if (first?.[0] === WHOLE) return BigInt(String(first[1]))
  return Object.fromEntries(fields.map(([name, part]) => [name, fromJson(part)]))
}

const WHOLE = '$whole'

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value

  const fields = Object.entries(value).filter(([, part]) => part !== undefined)
  fields.sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(fields.map(([name, part]) => [name, inOrder(part)]))
}
