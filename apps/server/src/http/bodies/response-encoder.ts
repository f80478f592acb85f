import * as z from 'zod/mini'

/** Encodes a value, or returns MISFIT where it does not match the schema. */
type Encode = (value: unknown) => unknown

const MISFIT = Symbol('misfit')

/**
 * Encodes responses as `z.encode` does, but walks through the schema once instead of for each value. Only
 * the forms that responses mostly consist of are compiled. A value that does not match is given to
 * `z.encode`, which throws the error that says what is wrong.
 */
export function responseEncoder(schema: z.core.$ZodType): (value: unknown) => unknown {
  const encode = encodeOf(schema)
  return (value) => {
    const encoded = encode(value)
    return encoded === MISFIT ? z.encode(schema, value) : encoded
  }
}

function encodeOf(schema: z.core.$ZodType): Encode {
  const {
    _zod: { def },
  } = schema as z.core.$ZodTypes
  if (def.type === 'string') return stringEncode(schema, def)
  // A check may change the value.
  if (def.checks && def.checks.length > 0) return encodeByZod(schema)
  switch (def.type) {
    case 'object':
      return def.catchall ? encodeByZod(schema) : objectEncode(def.shape)
    case 'array':
      return arrayEncode(encodeOf(def.element))
    case 'optional':
      return isDefaulted(def.innerType) ? encodeByZod(schema) : optionalEncode(def.innerType)
    case 'number':
      return isInt(def) ? sameIf(Number.isSafeInteger) : encodeByZod(schema)
    case 'boolean':
      return sameIf((value) => typeof value === 'boolean')
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries))
      return sameIf((value) => values.has(value))
    }
    case 'custom':
      return sameIf((value) => Boolean(def.fn(value)))
    case 'pipe':
      return def.reverseTransform ? codecEncode(def, def.reverseTransform) : encodeByZod(schema)
    default:
      return encodeByZod(schema)
  }
}

function encodeByZod(schema: z.core.$ZodType): Encode {
  return (value) => {
    const encoded = z.safeEncode(schema, value)
    return encoded.success ? encoded.data : MISFIT
  }
}

function sameIf(matches: (value: unknown) => boolean): Encode {
  return (value) => (matches(value) ? value : MISFIT)
}

function isInt(def: z.core.$ZodNumberDef): boolean {
  return 'format' in def && def.format === 'safeint'
}

function stringEncode(schema: z.core.$ZodType, def: z.core.$ZodStringDef): Encode {
  const checks = (def.checks ?? []).map(({ _zod: { def: check } }) => check)
  const patterns = checks.flatMap((check) => patternOf(check) ?? [])
  // A schema such as z.email() is its own check.
  if ('format' in def || patterns.length < checks.length) return encodeByZod(schema)
  return sameIf(
    (value) => typeof value === 'string' && patterns.every((pattern) => pattern.test(value)),
  )
}

function patternOf(check: z.core.$ZodCheckDef): RegExp | undefined {
  const { format, pattern } = check as Partial<z.core.$ZodCheckRegexDef>
  const isPlain = check.check === 'string_format' && format === 'regex'
  return isPlain && pattern?.flags === '' ? pattern : undefined
}

function objectEncode(shape: z.core.$ZodShape): Encode {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, encode: encodeOf(field) }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return MISFIT
    const input = value as Readonly<Record<string, unknown>>
    const output: Record<string, unknown> = {}
    for (const { name, encode } of fields) {
      const encoded = encode(input[name])
      if (encoded === MISFIT) return MISFIT
      if (encoded !== undefined) output[name] = encoded
    }
    return output
  }
}

function arrayEncode(encode: Encode): Encode {
  return (value) => {
    if (!Array.isArray(value)) return MISFIT
    const output: unknown[] = []
    for (const element of value) {
      const encoded = encode(element)
      if (encoded === MISFIT) return MISFIT
      output.push(encoded)
    }
    return output
  }
}

function optionalEncode(innerType: z.core.$ZodType): Encode {
  const encode = encodeOf(innerType)
  return (value) => (value === undefined ? undefined : encode(value))
}

function isDefaulted({ _zod: { optin } }: z.core.$ZodType): boolean {
  return optin === 'defaulted'
}

type Codec = Pick<z.core.$ZodPipeDef, 'in' | 'out'>

function codecEncode(codec: Codec, convert: NonNullable<z.core.$ZodPipeDef['reverseTransform']>) {
  const encodeInside = encodeOf(codec.out)
  const encodeOnWire = encodeOf(codec.in)
  return (value: unknown): unknown => {
    const inside = encodeInside(value)
    if (inside === MISFIT) return MISFIT
    const payload: z.core.ParsePayload = { value: inside, issues: [] }
    const converted: unknown = convert(inside, payload)
    return payload.issues.length > 0 ? MISFIT : encodeOnWire(converted)
  }
}
