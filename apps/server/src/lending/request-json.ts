/**
 * JSON that is the same for what is the same: fields in order, and whole numbers kept whole. They
 * are marked, so that they come back as what they were.
 */
export function toJson(value: unknown): string {
  if (typeof value === 'bigint') return `{"${WHOLE}":"${value}"}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`

  const fields = Object.entries(value).filter(([, part]) => part !== undefined)
  fields.sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${toJson(part)}`).join(',')}}`
}

/** Brings back what `toJson` wrote. */
export function fromJson(text: string): unknown {
  return JSON.parse(text, (_, part: unknown) => {
    const isWhole = typeof part === 'object' && part !== null && WHOLE in part
    return isWhole ? BigInt(String(part[WHOLE])) : part
  })
}

const WHOLE = '$whole'
