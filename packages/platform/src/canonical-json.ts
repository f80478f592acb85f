import { hash } from 'node:crypto'

/** Marks a bigint, so that it can be read back as one. */
const BIGINT = '$whole'

/** JSON with sorted field names and without undefined fields: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `{"${BIGINT}":"${value}"}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`

  let text = ''
  for (const { name, start } of fieldsOf(Object.keys(value))) {
    const part = (value as Readonly<Record<string, unknown>>)[name]
    if (part === undefined) continue
    text += `${text === '' ? '' : ','}${start}${canonicalJson(part)}`
  }
  return `{${text}}`
}

type Field = { readonly name: string; readonly start: string }

/** Objects whose names are values would otherwise fill the memory. */
const KNOWN_MAX = 1_000

/** The sorted fields by the names of an object: sorting takes longer than writing the values. */
const known = new Map<string, readonly Field[]>()

function fieldsOf(names: readonly string[]): readonly Field[] {
  const key = JSON.stringify(names)
  const found = known.get(key)
  if (found) return found
  const fields = names.toSorted().map((name) => ({ name, start: `${JSON.stringify(name)}:` }))
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(key, fields)
  return fields
}

/** Reads what `canonicalJson` wrote. */
export function parseCanonicalJson(text: string): unknown {
  return JSON.parse(text, (_, part: unknown) => {
    const isBigint = typeof part === 'object' && part !== null && BIGINT in part
    return isBigint ? BigInt(String(part[BIGINT])) : part
  })
}

/** SHA-256 of the canonical JSON: equal for equal contents, whatever the order of the fields. */
export function digestOf(value: object): Buffer {
  return sha256(canonicalJson(value))
}

export function sha256(content: string | Uint8Array): Buffer {
  return hash('sha256', content, 'buffer')
}
